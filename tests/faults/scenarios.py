"""The ways in which tests/faults/run.py breaks a worksite. Each gives the finished site; a seed makes the same choices."""

import random
import signal
import sqlite3
import subprocess
import threading
import time

import invariants
import shim as shims
from orchestrator import PATIENCE, join
from programs import Child, call, ready, rows
from recordedruns import Call, Run
from worksite import BY_PEOPLE, LIMIT, PEOPLE, SERVING_AGAIN, Worksite, made_runs

LEASE = 120   # seconds, kLease
HOUR = 3600
POINTS = ("P1", "P2", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12", "P13")
KILLS = 5


def network(programs, folder, seed, size=1):
    """Requests and answers get lost, late, cut, doubled, spoiled."""
    site = Worksite(programs, folder, seed, share=0.6)
    site.start()
    site.send(made_runs(site.random, 3, 6 * size)).go()
    return site.finish()


def kills(programs, folder, seed, size=1):
    """The same, and the daemon is killed again and again."""
    site = Worksite(programs, folder, seed, share=0.4)
    site.start()
    site.send(made_runs(site.random, 3, 6 * size)).go()
    while site.working() and site.counts["kills"] < KILLS * size and site.serving():
        time.sleep(site.random.choice([0.02, 0.2, 0.6, 1.2]) * site.random.uniform(0.3, 1.5))
        site.keep_checkpoint()
        site.kill()
        if site.random.random() < 0.3:
            site.verify("as the kill left it")
        site.start()
    return site.finish()


def points(programs, folder, seed, size=1, only=POINTS):
    """The daemon dies at every named point while the network fails, too."""
    site = Worksite(programs, folder, seed, share=0.4)
    for number, point in enumerate(only):
        passing = 1 if point in ("P12", "P13") else site.random.randint(1, 3)
        site.start(OBSTAT_FAULT=f"{point}:kill@{passing}")
        site.send(made_runs(site.random, 2, 3 * size, f"-{number}")).go()
        try:
            site.daemon.wait(30)
            site.counts["kills"] += 1
            site.counts[f"killed at {point}"] += 1
        except subprocess.TimeoutExpired:
            site.counts[f"not reached {point}"] += 1
            site.daemon.process.kill()
            site.daemon.process.wait()
        site.last_fault = time.monotonic()
        site.verify(f"after {point}@{passing}")
        site.start()
        site.serving()
        join(site.clients, PATIENCE, site.wrong)
        site.settle()
        site.kill()
    site.start()
    return site.finish()


def disk(programs, folder, seed, size=1):
    """Writes and syncs fail: what cannot be recorded is not done, nothing acknowledged is lost. After a failed sync the
    process must end; whoever runs it starts it again."""
    site = Worksite(programs, folder, seed, share=0.2)
    site.shim = shims.Shim(programs.shim, site.folder / "shim", ".obstat:.obstat-wal")
    site.environment = site.shim.environment()
    site.start()
    site.serving()
    for number, (name, fault) in enumerate(list(shims.FAULTS.items()) * size):
        site.send(made_runs(site.random, 2, 4, f"-{number}")).go()
        for_ever = "sync" not in name and site.random.random() < 0.5
        before = site.shim.struck
        site.shim.arm(fault, site.random.randrange(25), shims.FOR_EVER if for_ever else site.random.randint(1, 3))
        time.sleep(site.random.uniform(0.3, 1.5))
        site.shim.disarm()
        site.counts[f"disk {name}"] += site.shim.struck - before
        site.last_fault = time.monotonic()
        ended = site.counts["ended by itself"]
        revive(site, name, struck=site.shim.struck > before)
        if "sync" in name and site.shim.struck > before and site.counts["ended by itself"] == ended:
            site.wrong.append("4.7: obstatd went on after a sync had failed")
        join(site.clients, PATIENCE, site.wrong)
        site.verify(f"after {name}")
    return site.finish()


def revive(site, name, struck):
    """Serving again within 10 s: by itself, or because it ended in order to be started again."""
    until = time.monotonic() + SERVING_AGAIN
    while time.monotonic() < until:
        if not site.daemon.alive():
            site.counts["ended by itself"] += 1
            if not struck or "sync" not in name:
                site.wrong.append(f"obstatd ended by itself with {site.daemon.process.returncode}")
            site.start()
            site.serving()
            return
        status, _ = site.readiness()
        if status == 200 and submits(site) and not ("sync" in name and struck):
            return
        time.sleep(0.1)
    if site.readiness()[0] == 200 and submits(site):
        return
    site.wrong.append(f"inv_7: neither serving nor ended {SERVING_AGAIN} s after {name}: {site.readiness()}")
    site.kill()
    site.start()


def submits(site):
    """Whether new work is taken: /readyz may say so and be wrong."""
    site.counts["probes"] += 1
    token = site.counts_token = getattr(site, "counts_token", None) or site.ctl.token("probe", "probe")
    plan = {"tool": "pay_key", "run": "probe", "arguments": {"record": f"probe-{site.counts['probes']}", "amount": "1"}}
    try:
        status, _ = call(site.port, token, "POST", "/v1/operations", plan, timeout=10)
    except (OSError, ValueError):
        return False
    return status in (200, 201, 202)


def power(programs, folder, seed, size=1):
    """The power is cut: images of what the disk may hold at any moment are opened, verified, started and compared with
    what had been acknowledged by then."""
    site = Worksite(programs, folder, seed, share=0.2)
    site.shim = shims.Shim(programs.shim, site.folder / "shim")
    site.environment = site.shim.environment(site.folder / "changes")
    site.send(made_runs(site.random, 3, 5 * size))  # enrols, before anything is recorded
    pristine = shims.Disk(site.ctl.folder)
    site.start()
    site.go()
    site.finish()
    changes = shims.records(site.folder / "changes")
    moments = sorted(site.random.sample(range(1, len(changes)), min(12 * size, len(changes) - 1)))
    taken = 0
    for number, moment in enumerate(moments):
        while taken < moment:
            pristine.take(changes[taken])
            taken += 1
        for how in ("dropped", "kept", "torn", "reordered"):
            image(site, pristine, moment, how, start=number % 4 == 0)
    return site


def image(site, disk_, moment, how, start):
    files, lost = disk_.image(how, random.Random(f"{site.seed}:{moment}:{how}"))
    shims.put_in_place(site.ctl.folder, files)
    site.counts["unsynced changes lost"] += lost
    site.counts[f"images {how}"] += 1
    when = f"power loss, {how} at change {moment}"
    if start:
        site.start(LD_PRELOAD="")
        site.counts["images started"] += 1
        if ready(site.port, SERVING_AGAIN) is None:
            site.wrong.append(f"inv_7: not serving {SERVING_AGAIN} s after {when}: {site.readiness()[1][:300]}")
        site.daemon.kill()
    site.verify(f"after {when}")
    acknowledged = [told for told in site.told if "answer" in told.body and told.mark <= moment]
    try:
        there = invariants.lost(invariants.Books(site.ctl.ledger), acknowledged)
    except sqlite3.Error as error:
        there = [f"the ledger cannot be read: {error}"]
    site.wrong += [f"{one} ({when})" for one in there]


def clocks(programs, folder, seed, size=1):
    """The clock jumps; the machine sleeps for longer than a lease with requests open; the process is stopped (SIGSTOP)
    and goes on as a zombie."""
    site = Worksite(programs, folder, seed, share=0.4)
    site.shim = shims.Shim(programs.shim, site.folder / "shim")
    site.environment = site.shim.environment()
    site.start()
    site.serving()
    ahead = 0
    for number in range(3 * size):
        site.send(made_runs(site.random, 2, 4, f"-sleep{number}")).go()
        time.sleep(site.random.uniform(0.05, 0.6))
        site.daemon.process.send_signal(signal.SIGSTOP)
        ahead += site.random.choice([LEASE + 30, LEASE - 1, LEASE + 1, 600])
        time.sleep(site.random.uniform(0, LIMIT * 3))
        site.shim.move_clocks(ahead, ahead)
        site.daemon.process.send_signal(signal.SIGCONT)
        site.last_fault = time.monotonic()
        site.counts["sleeps past a lease"] += 1
        join(site.clients, PATIENCE, site.wrong)
    for back in (-HOUR * 3, HOUR * 3):
        jump(site, ahead, back)
    for small in (-90, 90, -1):
        site.shim.move_clocks(ahead + small, ahead)
        site.counts["small clock jumps"] += 1
        site.send(made_runs(site.random, 1, 2, f"-small{small}")).go()
        join(site.clients, PATIENCE, site.wrong)
    # The ledger's time never falls, so what is due waits until a clock that was set back has caught up: here at once.
    site.shim.move_clocks(ahead + 90, ahead)
    return site.finish()


def jump(site, ahead, by):
    """A jump of over an hour stops claims and is said; nothing is sent meanwhile; all goes on when the clock is right."""
    site.settle()
    site.shim.move_clocks(ahead + by, ahead)
    site.counts["clock jumps"] += 1
    time.sleep(1.5)
    run = Run(f"jump{by}", "agent", [Call("pay_key", {"record": f"jump{by}", "amount": "5"})])
    before = sum(sum(proxy.injected.values()) for proxy in site.proxies.values())
    site.send([run]).go()
    time.sleep(2)
    after = sum(sum(proxy.injected.values()) for proxy in site.proxies.values())
    status, why = site.readiness()
    if after != before:
        site.wrong.append(f"7.8: {after - before} requests left although the clock was off by {by} s")
    if status == 200 or "clock" not in why:
        site.wrong.append(f"inv_7: a clock that is off by {by} s is not named by /readyz: {status} {why}")
    site.shim.move_clocks(ahead, ahead)
    site.last_fault = time.monotonic()
    join(site.clients, PATIENCE, site.wrong)
    site.serving()


def workers(programs, folder, seed, size=1):
    """Up to eight instances want one ledger: one has it, the others say so and end; a stopped one keeps it; a killed one
    is followed at once. And one call is sent a hundred times by eight agents, with another payload among them."""
    site = Worksite(programs, folder, seed, share=0.3)
    site.start()
    site.serving()
    same = [Call("pay_key", {"record": "hundred", "amount": "10"})] * 13
    other = [Call("pay_key", {"record": "hundred", "amount": "11"})] * 3
    site.send([Run("hundred", "agent", same + other)], each=8).send(made_runs(site.random, 2, 4 * size), each=3)
    others = [Child([programs.obstatd, "--config", site.ctl.folder / "obstatd.toml", "--listen", "127.0.0.1:0"],
                    site.folder / "others.log", listens=False) for _ in range(7)]
    site.go()
    for one in others:
        try:
            code = one.wait(20)
            if code == 0:
                site.wrong.append("a second instance on one ledger ended as if all were well")
        except subprocess.TimeoutExpired:
            site.wrong.append("a second instance runs on one ledger")
            one.process.kill()
        site.counts["second writers"] += 1
    site.daemon.process.send_signal(signal.SIGSTOP)
    zombie, site.counts["zombies"] = site.daemon, 1
    site.start()
    try:
        if site.daemon.wait(20) == 0:
            site.wrong.append("an instance beside a stopped one ended as if all were well")
    except subprocess.TimeoutExpired:
        site.wrong.append("an instance took a ledger that a stopped one holds")
        site.daemon.process.kill()
    zombie.process.send_signal(signal.SIGCONT)
    site.daemon = zombie
    site.last_fault = time.monotonic()
    time.sleep(0.3)
    site.kill()
    race = [Child([programs.obstatd, "--config", site.ctl.folder / "obstatd.toml"], site.folder / "race.log",
                  listens=False) for _ in range(4)]
    site.serving()
    alive = wait_for_one(race)
    site.counts["raced for a ledger"] += len(race)
    if len(alive) != 1:
        site.wrong.append(f"{len(alive)} of {len(race)} instances run on one ledger")
        for one in alive[1:]:
            one.kill()
    site.daemon = alive[0] if alive else site.daemon
    return site.finish()


def wait_for_one(race, seconds=15):
    until = time.monotonic() + seconds
    while time.monotonic() < until and sum(one.alive() for one in race) > 1:
        time.sleep(0.1)
    return [one for one in race if one.alive()]


def people(programs, folder, seed, size=1):
    """Two people approve, one of them twice, while the daemon is killed at the points of a decision and the network
    fails: no effect without both (inv_3)."""
    site = Worksite(programs, folder, seed, share=0.4)
    for name in PEOPLE:
        site.ctl.enrol(name, "reviewer")
    for number, point in enumerate(["P3", "P4", None] * size):
        site.start(**({"OBSTAT_FAULT": f"{point}:kill"} if point else {}))
        site.serving()
        run = Run(f"people-{number}", "agent", [Call(BY_PEOPLE, {"record": f"P-{number}", "amount": "7"})] * 2)
        site.send([run]).go()
        join(site.clients, PATIENCE, site.wrong)
        operation = site.clients[-1].told[0].body["operation"]["id"]
        for verdict in (PEOPLE[0], PEOPLE[0], PEOPLE[0], PEOPLE[1], PEOPLE[1]):
            site.ctl.decide(operation, "approve", verdict, "--json")
            site.counts["decisions"] += 1
            if not site.daemon.alive():
                site.daemon.wait()
                site.counts["kills"] += 1
                site.last_fault = time.monotonic()
                site.start()
                site.serving()
        site.settle()
        status = rows(site.ctl.ledger, "SELECT status FROM operation WHERE id = ?", operation)[0][0]
        if status not in ("succeeded", "unknown"):
            site.wrong.append(f"inv_2: a plan that both approved is {status}")
        site.kill()
    site.start()
    return site.finish()


ALL = {one.__name__: one for one in (network, kills, points, disk, power, clocks, workers, people)}
NEED_SHIM = ("disk", "power", "clocks")


def close_all():
    """Ends what a scenario left running, however it ended."""
    while Worksite.open_sites:
        Worksite.open_sites.pop().close()


def watchdog(seconds, then):
    """Ends a scenario that hangs, so that its seed is told."""
    timer = threading.Timer(seconds, then)
    timer.daemon = True
    timer.start()
    return timer
