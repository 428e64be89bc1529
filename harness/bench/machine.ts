import { cpus, loadavg, totalmem } from 'node:os';

/** What figures were measured on. */
export const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** Of the last 1, 5 and 15 minutes. */
export const loadNow = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
