import type { Process } from '../process.ts';
import type { Exec, Order, StateCounts } from './states.ts';

const MBYTE = 1024 * 1024;

/** The metrics of a process. */
export interface ProcessMetrics {
  readonly id: string;
  readonly exec: Exec;
  readonly order: Order;
  readonly stateCounts: Readonly<StateCounts>;
  /** By the names of the core: bytes, bits per second, seconds, percent. */
  readonly values: Readonly<Record<string, number>>;
}

export function metricsOf(process: Process): ProcessMetrics {
  const { id, limits } = process.config;
  const { progress, memory_bytes, cpu_usage } = process.state();
  return {
    id,
    exec: process.exec(),
    order: process.order(),
    stateCounts: process.stateCounts,
    values: {
      bitrate: progress.bitrate_kbit * 1024,
      cpu: cpu_usage,
      cpu_limit: limits.cpu_usage,
      drop: progress.drop,
      dup: progress.dup,
      fps: progress.fps,
      frame: progress.frame,
      memory: memory_bytes,
      memory_limit: limits.memory_mbytes * MBYTE,
      packet: progress.packet,
      q: progress.q,
      size: progress.size_kb * 1024,
      speed: progress.speed,
      time: progress.time,
      uptime: process.runtimeSeconds(),
    },
  };
}
