/** The program of the images: applies a declared installation, then ends. See docs/moving.md. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { applyDeclaredIn } from './declaredStart.ts';

/** In the image of the embedded core, and in that of the agent. */
const ASSETS = ['../ui/viewer', '../viewer'].map((folder) => path.join(import.meta.dirname, folder));

await applyDeclaredIn(process.env, ASSETS.find((folder) => existsSync(folder)) ?? null);
