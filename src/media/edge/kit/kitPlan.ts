import type { EdgeChannel } from '../edgeSettings.ts';

export const EDGE_KITS = ['compose', 'swarm', 'kubernetes', 'nginx'] as const;
export type EdgeKitKind = (typeof EDGE_KITS)[number];

/** The settings for edges in front of this core. */
export interface EdgeKitPlan {
  /** The address of the core, as edges reach it. */
  readonly origin: string;
  /** Empty: all. */
  readonly channels: readonly EdgeChannel[];
  readonly edges: number;
  /** At each edge; 0: no limit. */
  readonly mostViewers: number;
  /** 22 characters; one for all edges, as it is only told to the core. */
  readonly session: string;
}

export interface KitFile {
  readonly name: string;
  readonly text: string;
}
