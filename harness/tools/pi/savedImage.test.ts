import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { nameInImageFile } from './savedImage.ts';

interface SavedImagePlan {
  architecture?: string;
  tags?: readonly string[];
  images?: number;
  packed?: boolean;
}

function savedImage({
  architecture = 'arm64',
  tags = ['sluice-embedded:latest'],
  images = 1,
  packed = false,
}: SavedImagePlan) {
  const folder = testTempDir();
  const manifest = Array.from({ length: images }, () => ({ Config: 'config.json', RepoTags: tags, Layers: [] }));
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ architecture, os: 'linux' }));
  const file = path.join(folder, 'image.tar');
  execFileSync('tar', ['-C', folder, packed ? '-czf' : '-cf', file, 'manifest.json', 'config.json']);
  return file;
}

describe('a file of "docker save"', () => {
  it.each<[SavedImagePlan, string | null, string]>([
    [{}, null, 'sluice-embedded:latest'],
    [{ packed: true, architecture: 'arm' }, null, 'sluice-embedded:latest'],
    [{ tags: ['a:1', 'b:2'] }, 'b:2', 'b:2'],
  ])('%j contains the image for %j: %s', async (saved, image, name) =>
    expect(await nameInImageFile(savedImage(saved), image)).toBe(name),
  );

  it.each<[SavedImagePlan, string | null, RegExp]>([
    [{ architecture: 'amd64' }, null, /is for linux\/amd64, .* "make image-arm"/],
    [{}, 'other:1', /has no other:1, but sluice-embedded:latest/],
    [{ tags: [] }, null, /is no image/],
    [{ images: 2 }, null, /is no image.*one image/s],
  ])('%j is rejected if %j is requested', (saved, image, message) =>
    expect(nameInImageFile(savedImage(saved), image)).rejects.toThrow(message),
  );

  it.each(['none.tar', 'package.json', '-x', '--help'])('is not %s', (file) =>
    expect(nameInImageFile(file, null)).rejects.toThrow(/is no image/),
  );
});

describe('make pi-card', () => {
  const KEY = spawnSync('sh', ['-c', 'printf "\\0\\0\\0\\13ssh-ed25519\\0\\0\\0\\1x" | base64'], { encoding: 'utf8' });
  function make(environment: Record<string, string>) {
    const folder = testTempDir();
    const card = path.join(folder, 'card');
    mkdirSync(card);
    writeFileSync(path.join(card, 'cmdline.txt'), 'console=tty1\n');
    for (const name of ['user-data', 'network-config']) writeFileSync(path.join(card, name), '', { mode: 0o644 });
    const result = spawnSync(process.execPath, [path.resolve('harness/tools/pi/main.ts')], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, SSH_KEY: `ssh-ed25519 ${KEY.stdout.trim()}`, CARD: card, ...environment },
    });
    return { ...result, place: folder, card };
  }

  it('copies the image, and writes files that only their owner can read', () => {
    const file = savedImage({});
    const wifi = { WIFI_NAME: 'Home', WIFI_PASSWORD: 'longenough', WIFI_COUNTRY: 'DE' };
    const { status, stderr, card } = make({ IMAGE_FILE: file, ...wifi });
    expect([stderr, status]).toEqual(['', 0]);
    expect(readFileSync(path.join(card, 'sluice-image.tar'))).toEqual(readFileSync(file));
    expect(readFileSync(path.join(card, 'user-data'), 'utf8')).toContain("SLUICE_IMAGE='sluice-embedded:latest'");
    for (const name of ['user-data', 'network-config'])
      expect(statSync(path.join(card, name)).mode & 0o777, name).toBe(0o600);
    expect(readdirSync(card).filter((name) => name.endsWith('.next'))).toEqual([]);
  });

  it('writes nothing if the image is for another machine', () => {
    const { status, stderr, card } = make({ IMAGE_FILE: savedImage({ architecture: 'amd64' }) });
    expect(status).toBe(1);
    expect(stderr).toContain('a Raspberry Pi takes linux/arm64');
    expect(existsSync(path.join(card, 'sluice-image.tar'))).toBe(false);
    expect(readFileSync(path.join(card, 'user-data'), 'utf8')).toBe('');
  });

  it('creates a folder without a card, and can replace it', () => {
    const { status, stdout, place } = make({ IMAGE_FILE: savedImage({ packed: true }), CARD: '' });
    expect(status).toBe(0);
    expect(stdout).toContain('Copy sluice-image.tar, user-data and network-config');
    expect(statSync(path.join(place, 'pi-card')).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.join(place, 'pi-card')).sort()).toEqual(
      ['firstrun.sh', 'network-config', 'sluice-image.tar', 'user-data'].sort(),
    );
  });
});
