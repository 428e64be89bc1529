import { cpus, loadavg, totalmem } from 'node:os';

export const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** Averages of 1, 5 and 15 minutes. */
export const loadNow = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
