import { refusalOf } from '../media/encoding/ffmpegTrialResult.ts';
import type { Skills } from '../media/encoding/skills.ts';
import { missingDeviceReason, NOT_BUILT, sourceOf } from './sources/index.ts';
import { type Tile, wizardTiles } from './wizardTiles.ts';

/** Those that this core cannot offer: why, and what to do about it. None of a core that did not say what it has. */
export const unavailableWizardTiles = (skills: Skills): { tile: Tile; why: string; line: string | null }[] =>
  skills.ffmpeg.major === 0
    ? []
    : wizardTiles
        // The tile that it replaces says so already.
        .filter((tile) => !tile.available(skills) && tile.id !== 'srtport')
        .map((tile) => ({
          tile,
          why: missingDeviceReason(sourceOf(tile.source), skills) ?? NOT_BUILT,
          line: refusalOf(skills, 'source', tile.source),
        }));
