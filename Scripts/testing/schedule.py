"""The jobs that may start now."""


def startable(waiting, running, processors, is_built):
    """Jobs of `waiting` that may begin beside those of `running`, in their order: no more than the processors are kept busy,
    and of a kind one at a time. If nothing runs, the first one begins, whatever it takes. The build keeps all processors
    busy but one."""
    chosen = []
    for job in waiting:
        beside = [*running, *chosen]
        busy = sum(other.cores for other in beside) + (0 if is_built else processors - 1)
        is_idle = not beside and is_built
        if not (is_built or job.is_early):
            continue
        if job.kind and any(other.kind == job.kind for other in beside):
            continue
        # Shares of a processor do not add up exactly.
        if is_idle or busy + job.cores <= processors + 0.01:
            chosen.append(job)
    return chosen
