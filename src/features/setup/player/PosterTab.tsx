import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { playerFaultsOf, withoutPoster } from './draft.ts';
import { ImageField } from './ImageField.tsx';
import { type OpenPlayerForm, playerChanged } from './slice.ts';

export function PosterTab({ form }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, tried } = form;
  const { ownPoster, poster } = draft;
  const faults = tried ? playerFaultsOf(draft, form.stored) : {};
  return (
    <>
      <ChoiceField
        label={t('Image before playback')}
        help={t('Link previews in other apps show the same image.')}
        value={ownPoster ? 'own' : 'snapshot'}
        onChange={(chosen) => dispatch(playerChanged({ ownPoster: chosen === 'own' }))}
        options={[
          {
            value: 'snapshot',
            label: t('Snapshot of the stream'),
            note: t('Updated while the stream runs. Without snapshots the player stays dark until playback.'),
          },
          {
            value: 'own',
            label: t('Image of your own'),
            note: t('Always the same, also while the stream is offline.'),
          },
        ]}
      />
      {ownPoster && (
        <ImageField
          form={form}
          image="poster"
          label={t('Poster')}
          help={t('Upload an image or enter an image URL. GIF, PNG or JPEG, up to 1 MiB. Best in 16:9.')}
          error={faults.poster && t(faults.poster)}
          value={poster}
          onChange={(changed) => dispatch(playerChanged({ poster: changed }))}
          failed={t('Uploading the poster failed')}
        >
          <Button
            icon="close"
            disabled={poster === ''}
            onClick={({ currentTarget: { form: fields } }) => {
              // The button disappears with the image, so the focus moves to the selected option.
              fields?.querySelector<HTMLElement>('input[value=snapshot]')?.focus();
              dispatch(playerChanged(withoutPoster(draft)));
            }}
          >
            {t('Remove poster')}
          </Button>
        </ImageField>
      )}
    </>
  );
}
