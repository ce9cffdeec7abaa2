"""The files of docker/monitoring: Prometheus takes them, and each alert is explained."""

import json
import re
import subprocess

import pytest
import yaml

import reference
from source import ROOT

MONITORING = ROOT / "docker" / "monitoring"
ALERTS = yaml.safe_load((MONITORING / "alerts.yaml").read_text())
RULES = [rule for group in ALERTS["groups"] for rule in group["rules"]]
PAGE = (ROOT / "server" / "web" / "manual" / "alerts.md").read_text()
BOARD = json.loads((MONITORING / "dashboard.json").read_text())
EXPRESSIONS = {f"{panel['title']} {target['refId']}": target["expr"]
               for panel in BOARD["panels"] for target in panel.get("targets", ())}
# Variables of Grafana, which Prometheus never sees.
VARIABLE = re.compile(r"\$\w+")


def promtool(*words, folder=MONITORING):
    """A run of Prometheus's own checks."""
    return subprocess.run(["promtool", *words], cwd=folder, capture_output=True, text=True,
                          check=False)


def unknown(expression):
    """The metrics in an expression that no server has."""
    known = {metric.name for metric in reference.metrics_of()}
    named = re.findall(r"\b(?:tanbo|process)_\w+", expression)
    return {name for name in named
            if name not in known and re.sub(r"_(?:bucket|sum|count)$", "", name) not in known}


@pytest.mark.parametrize("words", [("check", "config", "prometheus.yaml"),
                                   ("check", "rules", "alerts.yaml"),
                                   ("test", "rules", "alerts_test.yaml")])
def test_prometheus_takes_the_files(words):
    done = promtool(*words)

    assert done.returncode == 0, f"{done.stdout}{done.stderr}"


def test_a_rule_that_never_fires_fails_its_test(tmp_path):
    for path in MONITORING.glob("alerts*.yaml"):
        text = path.read_text()
        (tmp_path / path.name).write_text(text.replace('up{job="tanbo"} == 0', "up == 7"))

    assert promtool("test", "rules", "alerts_test.yaml", folder=tmp_path).returncode != 0


def rules_of(expressions):
    """The expressions as a file of rules, which promtool reads."""
    rules = [{"record": f"tanbo:expression_{number}", "expr": VARIABLE.sub("x", expression)}
             for number, expression in enumerate(expressions)]
    return yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]})


def test_prometheus_takes_the_expressions_of_the_dashboard(tmp_path):
    (tmp_path / "rules.yaml").write_text(rules_of(EXPRESSIONS.values()))
    (tmp_path / "broken.yaml").write_text(rules_of(["sum(rate(tanbo_moves_total[5m])"]))

    done = promtool("check", "rules", "rules.yaml", folder=tmp_path)

    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    assert promtool("check", "rules", "broken.yaml", folder=tmp_path).returncode != 0


@pytest.mark.parametrize("expression", [
    *EXPRESSIONS.values(), *(rule["expr"] for rule in RULES)])
def test_every_expression_is_of_metrics_that_exist(expression):
    assert unknown(expression) == set()


def test_a_metric_that_is_gone_is_seen():
    assert unknown("rate(tanbo_moves_gone_total[5m])") == {"tanbo_moves_gone_total"}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_every_alert_says_what_to_do(rule):
    section = re.search(rf"^## {rule['alert']}\n\n(.+?)(?=^## |\Z)", PAGE,
                        re.MULTILINE | re.DOTALL)

    assert section and len(section[1].split()) >= 20
    assert rule["annotations"]["runbook"] == f"/help/alerts#{rule['alert'].lower()}"
    assert rule["labels"]["severity"] in ("page", "ticket")


def test_every_section_is_of_an_alert():
    assert re.findall(r"^## (\w+)$", PAGE, re.MULTILINE) == [rule["alert"] for rule in RULES]


def test_panels_do_not_cover_one_another():
    taken = set()
    for panel in BOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"])
                 for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken and max(x for x, _ in cells) < 24, panel["title"]
        taken |= cells
