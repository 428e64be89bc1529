import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { type WizardTile as TileKind, unavailableWizardTiles } from '../../../../catalog/wizardTiles.ts';
import { LinkButton } from '../../../../ui/controls/Button.tsx';
import { UnfoldingDisclosure } from '../../../../ui/controls/UnfoldingDisclosure.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { Stack } from '../../../../ui/layout/Card.tsx';
import { Tile, TileGrid } from '../../../../ui/layout/StepPage.tsx';
import type { DrawingName } from '../../../../ui/look/icons.tsx';
import { LackingSources } from '../../source/useDeviceSearch.tsx';
import { useSourceContext } from '../../source/useSourceContext.tsx';
import { offeredTiles } from '../offeredTiles.ts';
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
  const title = t('Choose a video source');
  const offered = offeredTiles(draft, context);
  const [others, open] = [
    offered.filter(({ place }) => place === 'more'),
    offered.filter(({ place }) => place !== 'more'),
  ];
  const draw = (tile: TileKind) => (
    <Tile
      key={tile.id}
      icon={icons[tile.icon]}
      title={t(tile.title)}
      text={t(tile.text)}
      badge={tile.place === 'recommended' ? t('Recommended') : undefined}
      chosen={tile.id === draft.tile}
      onClick={() => dispatch(tileChosen(tile.id))}
    />
  );
  // Folded for a new channel, because beginners do not need it.
  const editor = (
    <div className="actions">
      <LinkButton kind="quiet" icon="settings" href={`#/${draft.channel}/edit/source`}>
        {t('Source editor')}
      </LinkButton>
    </div>
  );
  return (
    <StepFrame at={at} title={title} lead={t('You can change everything later.')}>
      <TileGrid label={title}>{open.map(draw)}</TileGrid>
      {draft.before && draft.tile === '' && (
        <Alert tone="warning" title={t('The source of this channel cannot be shown here.')}>
          {t('It stays as it is. The source editor shows all its settings.')}
        </Alert>
      )}
      <UnfoldingDisclosure
        summary={t('More sources')}
        note={t('Test pattern, SRT and others')}
        open={others.some(({ id }) => id === draft.tile)}
      >
        <Stack>
          <TileGrid label={t('More sources')}>{others.map(draw)}</TileGrid>
          <LackingSources
            lacks={unavailableWizardTiles(context.skills).map(({ tile: { id, title }, why, line }) => ({
              id,
              name: title,
              why,
              line,
            }))}
            context={context}
          />
          {draft.before === null && editor}
        </Stack>
      </UnfoldingDisclosure>
      {draft.before !== null && editor}
    </StepFrame>
  );
};
