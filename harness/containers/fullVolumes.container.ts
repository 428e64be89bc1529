import { describe, expect, it } from 'vitest';
import { ALL_IN_ONE, EMBEDDED } from './buildImages.ts';
import { Container } from './container.ts';
import { apiOf, baseOfAllInOne, containerFixture, HEALTH, picture, USER } from './containerFixture.ts';

const { container, started, folders, smallVolume, afterwards } = containerFixture();

const SMALL = 256 * 1024;
const FULL = 'Free some space on the disk of the host (df -h shows it), or mount a larger volume.';

const CONFIG_IS_FULL = `The container ended: sluice: cannot write to /core/config, which keeps users, settings and channels: it is full. ${FULL}`;

/** Fills a volume and keeps running, because a tmpfs volume disappears with its last container. */
async function fill(volume: string, first = 'true') {
  const filler = new Container(EMBEDDED)
    .withEntrypoint(['sh', '-c'])
    .withBindMounts([{ source: volume, target: '/full' }]);
  filler.withCommand([`umask 0; ${first}; cat /dev/zero >/full/fill; sleep 600`]);
  const running = await filler.running();
  afterwards(() => running.kill());
  await expect.poll(() => running.sh('df --output=avail /full | tail -n 1'), HEALTH).toMatch(/^\s*0\s*$/);
  return running;
}

const linesAbout = (log: string, folder: string) => log.split('\n').filter((line) => line.includes(folder));

describe.each([EMBEDDED, ALL_IN_ONE])('the image %s', (image) => {
  it('reports in one line that the volume of a first start is full', async () => {
    const { data } = await folders(['data']);
    const config = await smallVolume(SMALL);
    await fill(config);
    const sluice = (await container(image)).withVolumes({ config, data });
    await expect(sluice.start()).rejects.toThrow(CONFIG_IS_FULL);
    expect(sluice.log().trim().split('\n')).toHaveLength(1);
  });

  it('continues with a full volume after the set-up if its core can, and reports it in one line', async () => {
    const { data } = await folders(['data']);
    const config = await smallVolume(SMALL);
    await fill(config, `echo '{ "version": 3, "id": "x" }' >/full/config.json`);
    const sluice = (await container(image)).withUser(USER).withVolumes({ config, data });
    // The real core writes its config at each start.
    if (image === ALL_IN_ONE && (await baseOfAllInOne()) !== EMBEDDED)
      return expect(sluice.start()).rejects.toThrow(CONFIG_IS_FULL);
    const running = await started(sluice);
    expect(linesAbout(running.log(), '/core/config, which')).toEqual([
      `sluice: /core/config, which keeps users, settings and channels, is full: nothing more can be stored there. ${FULL}`,
    ]);
    return expect((await running.stop()).code).toBe(0);
  });

  it('is live while the volume for uploads is full, and reports it in one line', async () => {
    const { config } = await folders(['config']);
    const data = await smallVolume(SMALL);
    const filler = await fill(data);
    const running = await started((await container(image)).withUser(USER).withVolumes({ config, data }));
    expect(linesAbout(running.log(), '/core/data, which')).toEqual([
      `sluice: /core/data, which keeps uploads and pages, is full: nothing more can be stored there. ${FULL}`,
    ]);
    const core = await apiOf(running);
    await core.processAdd({ body: picture('live') });
    await expect.poll(async () => (await core.processState({ id: 'live' })).exec, HEALTH).toBe('running');
    await filler.sh('rm /full/fill');
    await running.sh('echo kept >/core/data/note.txt');
    expect(await (await fetch(`${running.url}/note.txt`)).text()).toBe('kept\n');
  });

  it.each(['config', 'data'] as const)('reports in one line that the volume for %s is read-only', async (name) => {
    const sluice = (await container(image)).withVolumes(await folders(['config', 'data']), name);
    await expect(sluice.start()).rejects.toThrow(
      new RegExp(
        `^The container ended: sluice: cannot write to /core/${name}, which keeps .*: it is read-only\\. Mount a volume there that is not\\.$`,
      ),
    );
  });

  it.each([
    ['config', 'data', 'users, settings and channels'],
    ['data', 'config', 'uploads and pages'],
  ] as const)(
    'reports in one line that it cannot write to %s, and who owns the folder',
    async (name, owned, contents) => {
      const sluice = (await container(image)).withVolumes(await folders([owned]));
      const owner = `${process.getuid?.()}:${process.getgid?.()}`;
      await expect(sluice.start()).rejects.toThrow(
        `The container ended: sluice: cannot write to /core/${name}, which keeps ${contents}: it belongs to ${owner}, and this runs as 10001:10001. On the host: chown -R 10001:10001 the folder that is mounted there.`,
      );
      expect(sluice.log().trim().split('\n')).toHaveLength(1);
    },
  );
});
