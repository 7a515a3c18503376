"""postgres.py - what a test reads in the database itself."""
import subprocess

from lib.players import parse_line


def sql(store, statement):
    """What psql answers, with tabs between columns."""
    done = subprocess.run(["psql", "-X", "-A", "-t", "-F", "\t", "-c", statement, store], capture_output=True, text=True, check=True)
    return done.stdout.strip("\n")


def read_logs(store):
    """The logs of all tables."""
    logs = {}
    for row in sql(store, "SELECT code, line FROM stos.events ORDER BY code, number").splitlines():
        code, line = row.split("\t", 1)
        logs.setdefault(code, []).append(parse_line(line))
    return logs
