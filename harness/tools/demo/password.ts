import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The password of this demo, made at its first start: a fixed one would be the same in every house. */
export function demoPassword(folder: string): string {
  const file = path.join(folder, 'password');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // the first start
  }
  mkdirSync(folder, { recursive: true });
  const password = randomBytes(9).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}
