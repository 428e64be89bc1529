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
  /** CORE_* variables besides the default ones. */
  environment: Readonly<Record<string, string>>;
}

export interface Program {
  start(): Promise<void>;
  /** Stops cleanly; a no-op if it is not running. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  log(): Promise<string>;
}
