"""Prometheus finds every service, and the dashboard shows what the services measure, all of it and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from tests.chassis.scraping import exposition
from tests.processes import free_port
from tests.stack import stack_settings

from sagahall.chassis.settings import Settings
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.ports import SERVICES
from sagahall.client.stack.stack import running

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
PROMETHEUS: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "prometheus.yml").read_text())
GRAFANA = ROOT / "deploy" / "grafana"
DASHBOARD: dict[str, Any] = json.loads((GRAFANA / "sagahall.json").read_text())
EXPRESSIONS = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]

METRIC = re.compile(r"\b(?:sagahall|process)_\w+")
LABELS = re.compile(r"by \(([^)]*)\)")
GIVEN = {"job", "instance", "le"}
"""The labels that Prometheus itself adds, and that of buckets."""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The names of all samples that the services of a running backend tell, with their labels."""
    folder, ports = Folder(tmp_path_factory.mktemp("measured") / ".sagahall"), [free_port() for _ in SERVICES]
    named = {f"{name}_metrics_port": port for name, port in zip(SERVICES, ports, strict=True)}
    with running(folder, stack_settings(folder, **named)):
        told = "".join(map(exposition, ports))
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(told):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def test_prometheus_scrapes_each_service_where_it_tells_what_it_measures() -> None:
    scraped = {
        (job["job_name"], *source["names"], source["port"])
        for job in PROMETHEUS["scrape_configs"]
        for source in job["dns_sd_configs"]
    }
    defaults = {name: Settings.model_fields[f"{name}_metrics_port"].default for name in SERVICES}
    assert scraped == {(name, name, port) for name, port in defaults.items()}
    assert set(defaults) <= set(COMPOSE["services"])


def test_every_metric_on_the_dashboard_is_one_that_the_services_have(measured: dict[str, set[str]]) -> None:
    shown = {name for expression in EXPRESSIONS for name in METRIC.findall(expression)}
    assert len(shown) >= 8
    assert shown <= set(measured)


def test_every_label_on_the_dashboard_is_one_of_its_metric(measured: dict[str, set[str]]) -> None:
    for expression in EXPRESSIONS:
        (name,) = METRIC.findall(expression)
        labels = {label.strip() for listed in LABELS.findall(expression) for label in listed.split(",")}
        labels |= set(re.findall(r"(\w+)[!=]~?\"", expression))
        assert labels <= measured[name] | GIVEN, expression


def test_whatever_the_services_measure_of_their_own_is_on_the_dashboard(measured: dict[str, set[str]]) -> None:
    families = {re.sub(r"_(bucket|count|sum|created|total)$", "", name) for name in measured if "sagahall" in name}
    shown = " ".join(EXPRESSIONS)
    assert len(families) == 7
    assert [name for name in families if name not in shown] == []


def test_no_metric_has_a_label_without_bounds(measured: dict[str, set[str]]) -> None:
    """B11: neither players nor matches."""
    own = {label for name, labels in measured.items() if name.startswith("sagahall") for label in labels}
    assert own == {"method", "code", "le", "cause"}


def test_grafana_is_given_the_dashboard_and_its_source() -> None:
    (source,) = yaml.safe_load((GRAFANA / "provisioning/datasources/prometheus.yml").read_text())["datasources"]
    (provider,) = yaml.safe_load((GRAFANA / "provisioning/dashboards/sagahall.yml").read_text())["providers"]
    mounted = dict(volume.split(":")[:2] for volume in COMPOSE["services"]["grafana"]["volumes"])
    assert source["url"] == "http://prometheus:9090"
    assert {panel["datasource"]["uid"] for panel in DASHBOARD["panels"]} == {source["uid"]}
    assert mounted["./deploy/grafana/sagahall.json"].startswith(provider["options"]["path"])
    assert mounted["./deploy/grafana/provisioning"] == "/etc/grafana/provisioning"
