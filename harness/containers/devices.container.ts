import { describe, expect, it } from 'vitest';
import { ALL_IN_ONE, EMBEDDED } from './buildImages.ts';
import { Container } from './container.ts';
import { containerFixture } from './containerFixture.ts';

const { container, started, volume } = containerFixture();

/** All nodes are /dev/null, which every container may open, except the second camera, whose node the kernel rejects. */
const NODES = `
mkdir -p /simulated/dev/snd /simulated/dev/dri /simulated/sys/class/video4linux/video0 /simulated/sys/class/sound/card1
cd /simulated/dev
mknod -m 660 video0 c 1 3 && chgrp 44 video0
mknod -m 660 video2 c 81 2 && chgrp 44 video2
mknod -m 660 snd/controlC1 c 1 3 && chgrp 29 snd/controlC1
mknod -m 600 dri/renderD128 c 1 3 && chgrp 105 dri/renderD128
echo 'HD Webcam' >/simulated/sys/class/video4linux/video0/name
echo Mic >/simulated/sys/class/sound/card1/id
`;

const WEBCAM = '/simulated/dev/video0 (camera HD Webcam)';
const SECOND = '/simulated/dev/video2 (camera)';
const MIC = '/simulated/dev/snd/controlC1 (sound Mic)';
const GRAPHICS =
  '/simulated/dev/dri/renderD128 (graphics) cannot be opened, as its group may not either. On the host: chmod g+rw /simulated/dev/dri/renderD128, then add --group-add 105.';
const missingGroup = (device: string, group: number) =>
  `${device} cannot be opened, as it belongs to the group ${group}. Add --group-add ${group}, in a compose file group_add: ["${group}"].`;

async function simulateDevices(): Promise<string> {
  const folder = await volume();
  const maker = new Container(EMBEDDED);
  maker.withUser('0:0').withEntrypoint(['sh', '-ec']).withCommand([NODES]);
  maker.withBindMounts([{ source: folder, target: '/simulated' }]);
  const running = await maker.running();
  expect(await running.ended()).toBe(0);
  await running.kill();
  return folder;
}

describe.each([EMBEDDED, ALL_IN_ONE])('the log of %s about devices', (image) => {
  it.each([
    [
      'which group it lacks',
      [],
      [],
      [missingGroup(WEBCAM, 44), missingGroup(SECOND, 44), missingGroup(MIC, 29), GRAPHICS],
    ],
    [
      'which devices its groups do not suffice for',
      [],
      ['44', '29'],
      [
        `${WEBCAM} can be used.`,
        `${SECOND} cannot be opened, as this container may not. Add --device /simulated/dev/video2, or --device-cgroup-rule "c 81:* rmw" also for what is plugged in later.`,
        `${MIC} can be used.`,
        GRAPHICS,
      ],
    ],
    [
      "the kernel's error if the container may open it",
      ['c 81:* rmw', 'c 116:* rmw'],
      ['44', '29'],
      [
        `${WEBCAM} can be used.`,
        `${SECOND} cannot be opened: No such device or address.`,
        `${MIC} can be used.`,
        GRAPHICS,
      ],
    ],
  ])('states %s', async (_, rules, groups, lines) => {
    const folder = await simulateDevices();
    const running = await started((await container(image)).withDevices({ folder, rules, groups }));
    expect(
      running
        .log()
        .split('\n')
        .filter((line) => line.includes('/simulated/')),
    ).toEqual(lines.map((line) => `sluice: ${line}`));
    expect(await running.sh('id -u')).toBe('10001\n');
    expect((await running.sh('id -G')).trim().split(' ').sort()).toEqual(['10001', ...groups].sort());
  });
});
