"""What a server tells of its API to clients that have nothing in hand."""

from __future__ import annotations

from collections.abc import Sequence

import grpc
from google.protobuf import text_format
from google.protobuf.descriptor import FileDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.rpc import error_details_pb2
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

PUBLIC = "sagahall.api."
"""What reflection may show."""
STANDARD = (error_details_pb2.DESCRIPTOR, health_pb2.DESCRIPTOR, reflection_pb2.DESCRIPTOR)
"""What is shown beside it: the services that every server has, and the details of refusals."""
EDITIONS = (reflection.SERVICE_NAME, reflection.SERVICE_NAME.replace("v1alpha", "v1"))
"""The names of the reflection service: old clients ask for the first, new ones for the second."""


def reflect(server: grpc.aio.Server, api: Sequence[ServiceDescriptor]) -> None:
    """Let clients ask for the public API; stored and internal messages are not even in the pool that is asked."""
    public = [one for one in api if one.full_name.startswith(PUBLIC)]
    pool = DescriptorPool()
    known: set[str] = set()
    for file in (*(one.file for one in public), *STANDARD):
        _copy(file, pool, known)
    pool.Add(_second_edition())
    names = [*(one.full_name for one in public), health.SERVICE_NAME, *EDITIONS]
    _serve(server, reflection.aio.ReflectionServicer(names, pool))


def _copy(file: FileDescriptor, pool: DescriptorPool, known: set[str]) -> None:
    if file.name not in known:
        known.add(file.name)
        for dependency in file.dependencies:
            _copy(dependency, pool, known)
        pool.AddSerializedFile(file.serialized_pb)


def _second_edition() -> FileDescriptorProto:
    """The same messages under the newer name, which grpcio-reflection does not have."""
    first = FileDescriptorProto.FromString(reflection_pb2.DESCRIPTOR.serialized_pb)
    text = text_format.MessageToString(first).replace("v1alpha", "v1")
    return text_format.Parse(text, FileDescriptorProto())


def _serve(server: grpc.aio.Server, servicer: reflection.aio.ReflectionServicer) -> None:
    handler = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        request_deserializer=reflection_pb2.ServerReflectionRequest.FromString,
        response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    method = {"ServerReflectionInfo": handler}
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(name, method) for name in EDITIONS])
