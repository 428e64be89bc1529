import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import {
  availableWizardTiles,
  type WizardTile as TileKind,
  unavailableWizardTiles,
  wizardTiles,
} from '../../../../catalog/wizardTiles.ts';
import { LinkButton } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { Tile, TileGrid } from '../../../../ui/layout/StepPage.tsx';
import type { DrawingName } from '../../../../ui/look/icons.tsx';
import { LackingSources } from '../../source/useDeviceSearch.tsx';
import { useSourceContext } from '../../source/useSourceContext.tsx';
import { tileChosen } from '../slice.ts';
import { StepFrame, type StepPanel } from './StepFrame.tsx';

const icons: Record<TileKind['icon'], DrawingName> = {
  push: 'encoder',
  pull: 'network',
  testpicture: 'test',
  camera: 'camera',
  file: 'file',
};

export const SourceTypePanel: StepPanel<'type'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const context = useSourceContext(draft.channel);
  const { skills, network, extensions } = context;
  const available = availableWizardTiles(skills, extensions);
  const title = t('Choose a video source');
  return (
    <StepFrame at={at} title={title} lead={t('You can change everything later without losing your publications.')}>
      <TileGrid label={title}>
        {wizardTiles
          .filter((tile) => available.includes(tile) || tile.id === draft.storedTile)
          // A core with an SRT server needs no port of its own for a channel.
          .filter((tile) => tile.id !== 'srtport' || !network.srt.enabled)
          .map((tile) => (
            <Tile
              key={tile.id}
              icon={icons[tile.icon]}
              title={t(tile.title)}
              text={t(tile.text)}
              chosen={tile.id === draft.tile}
              onClick={() => dispatch(tileChosen(tile.id))}
            />
          ))}
      </TileGrid>
      <LackingSources
        lacks={unavailableWizardTiles(skills).map(({ tile: { id, title }, why, line }) => ({
          id,
          name: title,
          why,
          line,
        }))}
        context={context}
      />
      {draft.before && draft.tile === '' && (
        <Alert tone="warning" title={t('The source of this channel cannot be shown here.')}>
          {t('It stays as it is. The source editor shows all its settings.')}
        </Alert>
      )}
      <div className="actions">
        <LinkButton kind="quiet" icon="settings" href={`#/${draft.channel}/edit/source`}>
          {t('Source editor')}
        </LinkButton>
      </div>
    </StepFrame>
  );
};
