/** The program of the images: applies a declared installation, then ends. See docs/moving.md. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { applyDeclaredIn } from './declaredStart.ts';

const assets = path.join(import.meta.dirname, '../viewer');

await applyDeclaredIn(process.env, existsSync(assets) ? assets : null);
