import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../test/core/testTempDir.ts';

const SCRIPT = path.resolve('docker/devices.sh');
const lines = (text: string) => (text === '' ? [] : text.trimEnd().split('\n'));

describe('the log lines about devices', () => {
  const describeRows = (...rows: readonly string[]) =>
    lines(
      spawnSync('sh', [SCRIPT, 'tell'], { input: rows.map((row) => `${row}\n`).join(''), encoding: 'utf8' }).stdout,
    );

  it.each([
    ['/dev/video0|camera|HD Webcam|open|44|81', '/dev/video0 (camera HD Webcam) can be used.'],
    [
      '/dev/video11|video unit|bcm2835-codec-encode|open|44|81',
      '/dev/video11 (video unit bcm2835-codec-encode) can be used.',
    ],
    ['/dev/video0|camera||open|44|81', '/dev/video0 (camera) can be used.'],
    [
      '/dev/video0|camera|B|denied|44|81',
      '/dev/video0 (camera B) cannot be opened, as it belongs to the group 44. Add --group-add 44, in a compose file group_add: ["44"].',
    ],
    [
      '/dev/dri/renderD128|graphics|i915|closed|105|226',
      '/dev/dri/renderD128 (graphics i915) cannot be opened, as its group may not either. On the host: chmod g+rw /dev/dri/renderD128, then add --group-add 105.',
    ],
    [
      '/dev/video2|camera|B|forbidden|44|81',
      '/dev/video2 (camera B) cannot be opened, as this container may not. Add --device /dev/video2, or --device-cgroup-rule "c 81:* rmw" also for what is plugged in later.',
    ],
    [
      '/dev/snd/controlC1|sound|Mic|forbidden|29|116',
      '/dev/snd/controlC1 (sound Mic) cannot be opened, as this container may not. Add --device /dev/snd, or --device-cgroup-rule "c 116:* rmw" also for what is plugged in later.',
    ],
    [
      '/dev/video9|camera|C|No such device or address|44|81',
      '/dev/video9 (camera C) cannot be opened: No such device or address.',
    ],
    [
      '/dev/video0|libcamera|rp1-cfe-csi2_ch0|open|44|81',
      '/dev/video0 (rp1-cfe-csi2_ch0) is part of a camera that only libcamera can read: push it with rpicam-vid, see docs/raspberry-pi.md.',
    ],
  ])('describe the device %s', (row, line) => expect(describeRows(row)).toEqual([`sluice: ${line}`]));

  it('group the nodes of one device', () =>
    expect(
      describeRows(
        '/dev/video0|camera|A|open|44|81',
        '/dev/video1|camera|A|open|44|81',
        '/dev/video2|camera|A|denied|44|81',
        '/dev/video3|camera|B|open|44|81',
      ).map((line) => line.split(')')[0]),
    ).toEqual([
      'sluice: /dev/video0, /dev/video1 (camera A',
      'sluice: /dev/video2 (camera A',
      'sluice: /dev/video3 (camera B',
    ]));

  it('are empty without devices', () => expect(describeRows()).toEqual([]));
});

it('devices.sh finds cameras, the video unit, sound and graphics, and skips other nodes', () => {
  const root = testTempDir();
  const names: Record<string, string> = {
    video0: 'HD | Webcam\n',
    video10: 'bcm2835-codec-decode\n',
    video12: 'bcm2835-codec-isp\n',
    video13: 'bcm2835-isp-output0\n',
    video20: 'unicam-image\n',
  };
  for (const folder of ['dev/snd', 'dev/dri', 'sys/class/sound/card1', 'sys/drivers/i915'])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const [node, name] of Object.entries(names)) {
    mkdirSync(path.join(root, 'sys/class/video4linux', node), { recursive: true });
    writeFileSync(path.join(root, 'sys/class/video4linux', node, 'name'), name);
    writeFileSync(path.join(root, 'dev', node), '');
  }
  mkdirSync(path.join(root, 'sys/class/drm/renderD128/device'), { recursive: true });
  symlinkSync(path.join(root, 'sys/drivers/i915'), path.join(root, 'sys/class/drm/renderD128/device/driver'));
  writeFileSync(path.join(root, 'sys/class/sound/card1/id'), 'Mic\n');
  for (const node of ['snd/controlC1', 'snd/pcmC1D0c', 'dri/card0', 'dri/renderD128', 'video'])
    writeFileSync(path.join(root, 'dev', node), '');
  const { stdout, stderr } = spawnSync('sh', [SCRIPT, 'list'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DEVICES_DEV: path.join(root, 'dev'), DEVICES_SYS: path.join(root, 'sys') },
  });
  const { gid } = statSync(path.join(root, 'dev/video0'));
  expect(stderr).toBe('');
  expect(lines(stdout).map((line) => line.replace(`${root}/dev/`, ''))).toEqual([
    `video0|camera|HD  Webcam|open|${gid}|0`,
    `video10|video unit|bcm2835-codec-decode|open|${gid}|0`,
    `video20|libcamera|unicam-image|open|${gid}|0`,
    `snd/controlC1|sound|Mic|open|${gid}|0`,
    `dri/renderD128|graphics|i915|open|${gid}|0`,
  ]);
});
