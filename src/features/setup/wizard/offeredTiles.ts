import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { availableWizardTiles, type WizardTile, wizardTiles } from '../../../catalog/wizardTiles.ts';
import type { StoredChannel } from './draft.ts';

/** Returns the tiles that this core supports, and the one of the stored source. */
export function offeredTiles({ storedTile }: Pick<StoredChannel, 'storedTile'>, context: SourceContext): WizardTile[] {
  const { skills, network, extensions } = context;
  const available = availableWizardTiles(skills, extensions);
  return (
    wizardTiles
      .filter((tile) => available.includes(tile) || tile.id === storedTile)
      // With an SRT server, a channel needs no separate port.
      .filter(({ id }) => id !== 'srtport' || !network.srt.enabled)
      .filter(({ id }) => id !== 'srt' || network.srt.enabled !== null || id === storedTile)
  );
}
