// A player who knows no game: it finds a match and plays whatever the service lists.
//
//   npm ci
//   SAGAHALL_TOKEN=$(sagahall token robin) node client.mjs elfenland 2
//
// It waits for another player: start it once more under another name. It needs nothing of Sagahall but `protos/`, and
// ends with the outcome as one line of JSON.

import { randomInt, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import grpc from "@grpc/grpc-js";
import { fromJSON, loadSync } from "@grpc/proto-loader";

const protos = fileURLToPath(new URL("../../protos", import.meta.url));
const areas = ["match/v1/match.proto", "matchmaking/v1/matchmaking.proto"];
const loaded = loadSync(
  areas.map((area) => `sagahall/api/${area}`),
  {
    includeDirs: [protos],
    keepCase: true, // names as in the protos
    longs: String, // versions are 64 bits wide, which a number of JavaScript is not
    enums: String,
    arrays: true, // empty lists are there; other fields that are not set are absent
  },
);
const api = grpc.loadPackageDefinition(loaded).sagahall.api;

const Refusal = loaded["sagahall.api.common.v1.Refusal"];
// What gRPC puts around the details of every error.
const { Status } = fromJSON({
  nested: {
    Status: { fields: { details: { rule: "repeated", type: "Any", id: 3 } } },
    Any: { fields: { type_url: { type: "string", id: 1 }, value: { type: "bytes", id: 2 } } },
  },
});

const [game = "elfenland", seats = "2"] = process.argv.slice(2);
const env = process.env;
if (!env.SAGAHALL_TOKEN) {
  console.error("SAGAHALL_TOKEN must be set, as to what `sagahall token robin` prints");
  process.exit(2);
}
const plain = grpc.credentials.createInsecure();
const rules = new api.match.v1.MatchService(addressOf("RULES", 7101), plain);
const matchmaking = new api.matchmaking.v1.MatchmakingService(addressOf("MATCHMAKING", 7102), plain);
const me = new grpc.Metadata();
me.set("authorization", `Bearer ${env.SAGAHALL_TOKEN}`);

let waiting; // the ticket with which we wait
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, leave);

try {
  const ticket = await findMatch();
  const match = await play(ticket.match, ticket.seat);
  console.log(JSON.stringify({ match: match.match, seat: match.seat, outcome: match.outcome }));
} catch (error) {
  console.error(error.details ?? error.message);
  process.exitCode = 1;
} finally {
  rules.close();
  matchmaking.close();
}

/** Where a service is, from the same variables as for the command line. */
function addressOf(service, port) {
  return env[`SAGAHALL_${service}_ADDRESS`] ?? `127.0.0.1:${env[`SAGAHALL_${service}_PORT`] ?? port}`;
}

/** Makes a call and returns the answer. */
function call(service, method, request) {
  return promisify(service[method]).call(service, request, me);
}

/** Why the service said no, from the details of the error; undefined if it does not tell. */
function refusalOf(error) {
  const [status] = error.metadata?.get("grpc-status-details-bin") ?? [];
  const details = status ? Status.deserialize(status).details : [];
  const found = details.find((detail) => detail.type_url.endsWith("/sagahall.api.common.v1.Refusal"));
  return found && Refusal.deserialize(found.value);
}

/** Waits for others who want the same table. */
async function findMatch() {
  let ticket = await createTicket();
  waiting = ticket.ticket;
  console.error(`waiting for others who play ${game} with ${seats} seats`);
  for await (const message of matchmaking.WatchTicket({ ticket: waiting }, me)) ticket = message.ticket;
  waiting = undefined;
  if (ticket.state !== "TICKET_STATE_MATCHED") throw new Error(`the ticket ended as ${ticket.state}`);
  return ticket;
}

/** Creates a ticket, in the place of one that was left behind, as after a crash. */
async function createTicket() {
  const create = () =>
    call(matchmaking, "CreateTicket", { request_id: randomUUID(), game, seat_counts: [Number(seats)] });
  try {
    return (await create()).ticket;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.reason !== "REASON_ALREADY_WAITING") throw error;
    await cancel(refusal.ticket);
    return (await create()).ticket;
  }
}

/** Takes a ticket back. */
function cancel(ticket) {
  return call(matchmaking, "CancelTicket", { request_id: randomUUID(), ticket });
}

/** Ends the wait, so that nobody is matched with a player who has gone; or else everything. */
async function leave() {
  if (waiting === undefined) process.exit(130);
  await cancel(waiting).catch(() => process.exit(130));
}

/** Plays until the match is over, and returns it as it stands then. */
async function play(id, seat) {
  let match;
  for await (const message of rules.WatchMatch({ match: id, seat, include_matches: true }, me)) {
    const seen = message.update?.match_after ?? message.caught_up?.match;
    if (seen === undefined) continue;
    match = seen;
    if (match.to_act.includes(seat)) await move(match);
  }
  return match;
}

/** Plays one of the listed moves, unless the match has moved on, of which the watch will tell. */
async function move({ match, seat, version }) {
  const listing = await call(rules, "ListLegalMoves", { match, seat });
  if (listing.version !== version) return;
  const { move } = listing.moves[randomInt(listing.moves.length)];
  try {
    await call(rules, "SubmitMove", { match, seat, request_id: randomUUID(), expected_version: version, move });
  } catch (error) {
    // ABORTED: somebody was faster.
    if (error.code !== grpc.status.ABORTED) throw error;
  }
}
