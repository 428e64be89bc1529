import { Container } from './container.ts';
import type { RunningSluice } from './runningContainer.ts';

/**
 * A container of one of our images on the network of this machine, so that test streams on loopback can be reached.
 * Data is in anonymous volumes until `withData` or `withVolumes` says where.
 */
export class SluiceContainer {
  private readonly container: Container;
  private readonly port: number;
  private readonly environment: Record<string, string> = { CORE_UPDATE_CHECK: 'false' };

  constructor(image: string, port: number) {
    this.port = port;
    this.environment.CORE_ADDRESS = `127.0.0.1:${port}`;
    this.container = new Container(image);
  }

  /** The login of the container. */
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

  /** Of its RTMP server at 127.0.0.1; 0: as its settings say. */
  rtmpPort = 0;

  withRtmpPort(port: number): this {
    this.rtmpPort = port;
    return this.withEnvironment({ CORE_RTMP_ADDRESS: `127.0.0.1:${port}` });
  }

  /** Folders of this machine, or names of volumes. One of them may be mounted so that nothing can be written. */
  withVolumes({ config, data }: { config: string; data: string }, readOnly?: 'config' | 'data'): this {
    const mode = (name: string) => (name === readOnly ? 'ro' : 'rw');
    this.container.withBindMounts([
      { source: config, target: '/core/config', mode: mode('config') },
      { source: data, target: '/core/data', mode: mode('data') },
    ]);
    return this;
  }

  /** A folder in place of the one with the devices of the machine, with classes of devices and groups as in Compose. */
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

  /** `uid:gid` */
  runsAs(user: string): this {
    this.container.withUser(user);
    return this;
  }

  /** Nothing can be written but the volumes and /tmp. */
  readOnly(): this {
    this.container.readOnly('64m');
    return this;
  }

  /** Of an image for several machines, the one for this: it may have to be emulated. */
  onPlatform(platform: string): this {
    this.container.onPlatform(platform);
    return this;
  }

  checkedEvery(seconds: number): this {
    this.container.checkedEvery(seconds);
    return this;
  }

  /** What all containers that were started of it wrote. */
  log(): string {
    return this.container.log();
  }

  /** Resolves when core and interface answer; throws with its last words when it ended before. */
  start(): Promise<RunningSluice> {
    this.container.withEnvironment(this.environment);
    const url = `http://127.0.0.1:${this.port}`;
    return this.container.answering(url, ['/ping', '/ui/']);
  }
}
