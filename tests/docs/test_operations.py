"""The files that run a site are such as the programs take that read them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tablee.cli.arguments import make_parser

ROOT = Path(__file__).parents[2]
OPERATIONS = ROOT / "docs" / "operations"
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")
IMAGE = re.compile(r"[a-z]+(:[0-9a-z.-]+)?")
"""By name only: whoever builds it says from where."""


def served(words: str) -> Any:
    """What this command line asks of `tablee serve`."""
    return make_parser().parse_args(shlex.split(words))


@pytest.fixture
def compose() -> dict[str, Any]:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    found: dict[str, Any] = yaml.safe_load(VARIABLE.sub(lambda one: one[2] or one[1].lower(), text))
    return found


def test_three_nodes_a_data_base_and_a_balancer_find_each_other(compose: dict[str, Any]) -> None:
    services = compose["services"]
    nodes = {name: served(one["command"]) for name, one in services.items() if name.startswith("node-")}
    assert len(nodes) == 3
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    for name, node in nodes.items():
        assert node.node == name
        assert node.inside.partition(":")[0] == name
        assert node.store == "postgresql://tablee@postgres/tablee"
        assert node.proxy == [network["subnet"]]
        assert node.origin == ["https://tablee.example"]
        assert services[name]["depends_on"]["postgres"]["condition"] == "service_healthy"
        assert services[name]["environment"]["PGPASSWORD"] == services["postgres"]["environment"]["POSTGRES_PASSWORD"]
        assert float(services[name]["stop_grace_period"].removesuffix("s")) > node.drain
    balancer = services["balancer"]
    assert balancer["environment"]["TABLEE_NODES"].split() == [f"{name}:{node.port}" for name, node in nodes.items()]
    file, place, _ = balancer["volumes"][0].split(":")
    assert (ROOT / file).read_text("utf-8").count("{$TABLEE_NODES:") == 1
    assert place == "/etc/caddy/Caddyfile"
    assert "{$TABLEE_SITE:" in (ROOT / file).read_text("utf-8")


def test_images_are_named_and_no_registry_is(compose: dict[str, Any]) -> None:
    images = [one["image"] for one in compose["services"].values()]
    images += re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert len(images) == 7
    assert [image for image in images if not IMAGE.fullmatch(image)] == []


def test_what_the_image_is_made_of_is_there_and_what_it_runs_is_a_house() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    copied = [word for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for word in line.split()]
    assert {"src", "web", "requirements"} <= set(copied)
    assert [path for path in copied if not (ROOT / path).exists()] == []
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert not set(ignored) & set(copied)
    assert re.findall(r"--constraint (\S+)", text) == ["requirements/house.txt", "requirements/tools.txt"]
    started = re.search(r"^CMD (\[.+\])$", text, re.MULTILINE)
    assert started
    assert served(" ".join(yaml.safe_load(started[1]))).host == "0.0.0.0"


def unit() -> str:
    return (OPERATIONS / "tablee@.service").read_text("utf-8")


def test_the_unit_starts_a_node_that_tells_its_balancer() -> None:
    command = re.search(r"^ExecStart=\S+ (.+)$", unit(), re.MULTILINE)
    assert command
    filled = command[1].replace("%i", "one").replace("${PORT}", "8001").replace(" $MORE", "")
    node = served(VARIABLE.sub(lambda one: one[1].lower(), filled))
    assert (node.node, node.port, node.store, node.inside) == ("one", 8001, "store", "inside")
    assert node.metrics
    assert node.behind_proxy
    patience = re.search(r"^TimeoutStopSec=(\d+)$", unit(), re.MULTILINE)
    assert patience
    assert int(patience[1]) > node.drain > 1
    page = (OPERATIONS / "nodes.md").read_text("utf-8")
    named = set(re.findall(r"\$\{?([A-Z]+)\}?", command[1]))
    assert named <= set(re.findall(r"^ {4}([A-Z]+)=", page, re.MULTILINE)), "the page shows a file with all of them"


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("There is no systemd-analyze here: install the package systemd to have the unit looked at.")
    program = shutil.which("true")
    assert program
    own = tmp_path / "tablee@one.service"
    own.write_text(unit().replace("/opt/tablee/bin/tablee", program))
    done = subprocess.run([verify, "verify", str(own)], capture_output=True, text=True, check=False, timeout=50)
    said = [line for line in done.stderr.splitlines() if "tablee" in line]
    assert (done.returncode, said) == (0, [])
    own.write_text(unit().replace("KillMode=mixed", "KillMode=politely").replace("/opt/tablee/bin/tablee", program))
    done = subprocess.run([verify, "verify", str(own)], capture_output=True, text=True, check=False, timeout=50)
    assert "kill mode" in done.stderr
