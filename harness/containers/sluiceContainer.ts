import { Container } from './container.ts';
import type { RunningSluice } from './runningContainer.ts';

/** On the host's network, so that it reaches test streams on loopback. Data is in anonymous volumes by default. */
export class SluiceContainer {
  private readonly container: Container;
  private readonly port: number;
  private readonly environment: Record<string, string> = { CORE_UPDATE_CHECK: 'false' };

  constructor(image: string, port: number) {
    this.port = port;
    this.environment.CORE_ADDRESS = `127.0.0.1:${port}`;
    this.container = new Container(image);
  }

  withUser({ name, password }: { name: string; password: string }): this {
    return this.withEnvironment({
      CORE_API_AUTH_ENABLE: 'true',
      CORE_API_AUTH_USERNAME: name,
      CORE_API_AUTH_PASSWORD: password,
    });
  }

  withEnvironment(environment: Record<string, string>): this {
    Object.assign(this.environment, environment);
    return this;
  }

  /** Port of its RTMP server at 127.0.0.1; 0 for the stored setting. */
  rtmpPort = 0;

  withRtmpPort(port: number): this {
    this.rtmpPort = port;
    return this.withEnvironment({ CORE_RTMP_ADDRESS: `127.0.0.1:${port}` });
  }

  /** Folders of the host or volume names; one may be mounted read-only. */
  withVolumes({ config, data }: { config: string; data: string }, readOnly?: 'config' | 'data'): this {
    const mode = (name: string) => (name === readOnly ? 'ro' : 'rw');
    this.container.withBindMounts([
      { source: config, target: '/core/config', mode: mode('config') },
      { source: data, target: '/core/data', mode: mode('data') },
    ]);
    return this;
  }

  /** Replaces /dev by a folder, with device rules and groups as in Compose. */
  withDevices({
    folder,
    rules,
    groups,
  }: {
    folder: string;
    rules: readonly string[];
    groups: readonly string[];
  }): this {
    this.withEnvironment({ DEVICES_DEV: '/simulated/dev', DEVICES_SYS: '/simulated/sys' });
    this.container.withDevices(folder, rules, groups);
    return this;
  }

  runsAs(user: string): this {
    this.container.withUser(user);
    return this;
  }

  /** Only the volumes and /tmp stay writable. */
  readOnly(): this {
    this.container.readOnly('64m');
    return this;
  }

  onPlatform(platform: string): this {
    this.container.onPlatform(platform);
    return this;
  }

  checkedEvery(seconds: number): this {
    this.container.checkedEvery(seconds);
    return this;
  }

  log(): string {
    return this.container.log();
  }

  start(): Promise<RunningSluice> {
    this.container.withEnvironment(this.environment);
    const url = `http://127.0.0.1:${this.port}`;
    return this.container.answering(url, ['/ping', '/ui/']);
  }
}
