export interface User {
  name: string;
  password: string;
}

export interface CoreAddress {
  /** Empty, and removed after the journey. */
  folder: string;
  port: number;
  rtmpPort: number;
  user: User | null;
  /** CORE_* lines beside those that every journey has. */
  environment: Readonly<Record<string, string>>;
}

/** A core that can be started again and again at its place. */
export interface Program {
  /** Resolves when core and interface answer. */
  start(): Promise<void>;
  /** In good order; nothing when it does not run. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  log(): Promise<string>;
}
