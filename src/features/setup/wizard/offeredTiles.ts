import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { availableWizardTiles, type WizardTile, wizardTiles } from '../../../catalog/wizardTiles.ts';
import type { StoredChannel } from './draft.ts';

/** The tiles that can be chosen at this core, and the one of the stored source. */
export function offeredTiles({ storedTile }: Pick<StoredChannel, 'storedTile'>, context: SourceContext): WizardTile[] {
  const { skills, network, extensions } = context;
  const available = availableWizardTiles(skills, extensions);
  return (
    wizardTiles
      .filter((tile) => available.includes(tile) || tile.id === storedTile)
      // A core with an SRT server needs no port of its own for a channel.
      .filter(({ id }) => id !== 'srtport' || !network.srt.enabled)
      .filter(({ id }) => id !== 'srt' || network.srt.enabled !== null || id === storedTile)
  );
}
