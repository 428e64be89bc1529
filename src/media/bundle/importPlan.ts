import type { ListenPort } from '../address/listenPort.ts';
import type { Skills } from '../encoding/skills.ts';
import type { BundleFile, BundleText } from './bundle.ts';
import type { CoreServers } from './coreServers.ts';
import type { InstalledFile, InstalledProcess } from './installation.ts';
import type { NewIdentity } from './renewIds.ts';

/** What is known of the core that an import is planned for, besides its installation. */
export interface CoreFacts extends NewIdentity {
  readonly skills: Pick<Skills, 'encoders' | 'ffmpeg'>;
  /** Ports of its own servers. */
  readonly ports: readonly ListenPort[];
  /** Bytes; null if unknown. */
  readonly freeDisk: number | null;
  /** Why this core cannot send what a publication stores; null if it can. */
  readonly unservedReason: (publication: InstalledProcess) => BundleText | null;
  /** Secrets of a process that only its form knows (`Service.secrets`). */
  readonly secretsOf: (process: InstalledProcess) => readonly string[];
}

/** How a channel of the bundle is imported. `replace`: with its id; a channel with this id changes to its settings. */
export type ChannelChoice = 'replace' | 'new' | 'skip';

export interface ImportChoices {
  /** By id of the channel in the bundle. Others are replaced. */
  readonly channels: Readonly<Record<string, ChannelChoice>>;
  /** Whether website, schedule and everything else that belongs to no channel is imported. */
  readonly installation: boolean;
  /** Whether processes of imported channels are removed if the bundle does not have them. */
  readonly removes: boolean;
  /**
   * Wanted state of publications. `file`: that in the file. `core`: that on the core, for those that it has already.
   * `stopped`: none is started.
   */
  readonly publications: 'file' | 'core' | 'stopped';
  /** Whether servers of the core get the application, tokens and switches of the file, which restarts the core. */
  readonly servers: boolean;
}

export const DEFAULT_CHOICES: ImportChoices = {
  channels: {},
  installation: true,
  removes: false,
  publications: 'file',
  servers: false,
};

/** One write, or a few that belong together. In the order of execution. */
export type ImportStep =
  /** The core restarts with it before anything else is written. */
  | { readonly kind: 'servers'; readonly before: CoreServers; readonly wanted: CoreServers }
  | { readonly kind: 'file'; readonly file: BundleFile; readonly before: InstalledFile | null }
  /** `before`: undefined if it is added. */
  | { readonly kind: 'metadata'; readonly key: string; readonly before: unknown; readonly value: unknown }
  | ProcessStep
  | {
      readonly kind: 'removal';
      readonly channel: string;
      readonly id: string;
      readonly name: string;
      readonly before: InstalledProcess;
    };

export interface ProcessStep {
  readonly kind: 'process';
  /**
   * `changed`: its command, so it is restarted if it runs. `described`: only metadata, without an interruption.
   * `ordered`: only started or stopped.
   */
  readonly change: 'added' | 'changed' | 'described' | 'ordered';
  /** Id of the channel that it belongs to on this core; '' for other programs. */
  readonly channel: string;
  /** Of the channel or publication, as operators see it. */
  readonly name: string;
  /** With all secrets filled in, except `missing`. */
  readonly wanted: InstalledProcess;
  /** Null if it is added. */
  readonly before: InstalledProcess | null;
  /** Whether a running stream is interrupted. */
  readonly restarts: boolean;
  /** Names of secrets that neither the file nor the core has. It is then imported stopped. */
  readonly missing: readonly string[];
}

/** Why an operator should look at a plan before it is applied. None of them prevents it. `name`: of the process. */
export type ImportConflict =
  /** The channel exists and would change; `new` leaves it as it is. */
  | { readonly kind: 'channel-exists'; readonly channel: string; readonly name: string }
  /** Another channel has this name. Both are kept. */
  | { readonly kind: 'name-taken'; readonly channel: string; readonly name: string }
  /** These four are imported stopped. */
  | { readonly kind: 'unserved'; readonly id: string; readonly name: string; readonly reason: BundleText }
  | { readonly kind: 'encoder-missing'; readonly id: string; readonly name: string; readonly encoder: string }
  | { readonly kind: 'port-held'; readonly id: string; readonly name: string; readonly port: number }
  | { readonly kind: 'secret-missing'; readonly id: string; readonly name: string; readonly count: number }
  /** Another channel reads the same stream. `by`: its name. */
  | { readonly kind: 'push-key-held'; readonly id: string; readonly name: string; readonly by: string }
  /** Another publication sends to the same address with the same key. `by`: its name. */
  | { readonly kind: 'destination-held'; readonly id: string; readonly name: string; readonly by: string }
  /** Stored by a newer version, on the core. It stays unchanged. */
  | { readonly kind: 'newer'; readonly id: string; readonly name: string; readonly version: string }
  /** The bundle was exported before the key was entered. The publication of the core stays unchanged. */
  | { readonly kind: 'key-kept'; readonly id: string; readonly name: string }
  /** Stored by a newer version, in the bundle. It is not imported. */
  | { readonly kind: 'newer-file'; readonly id: string; readonly name: string; readonly version: string }
  /** A source plays a file that neither the bundle nor the core has. */
  | { readonly kind: 'file-missing'; readonly id: string; readonly name: string; readonly path: string }
  /** Bytes. */
  | { readonly kind: 'disk-full'; readonly needs: number; readonly free: number }
  /** A server of the core that encoders send to is off, or has another application or token. */
  | { readonly kind: 'server-differs'; readonly server: 'rtmp' | 'srt'; readonly off: boolean };

export interface ImportPlan {
  readonly steps: readonly ImportStep[];
  /** Ids of processes, keys of metadata and paths of files that are stored already. */
  readonly unchanged: readonly string[];
  readonly conflicts: readonly ImportConflict[];
  /** Channels whose pages for viewers are generated afterwards; '' stands for the website. */
  readonly pages: readonly string[];
  /** Id on this core, by id in the bundle. */
  readonly channels: Readonly<Record<string, string>>;
}
