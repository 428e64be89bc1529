import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { LIMIT_MINUTES, MOST_CHARACTERS } from '../../../media/hold/holdSettings.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FileButton } from '../../../ui/form/FileButton.tsx';
import { SegmentedChoiceField } from '../../../ui/form/SegmentedChoiceField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { AgentNote } from './AgentNote.tsx';
import { BackupFields } from './BackupFields.tsx';
import { type ListedPublication, type SlateDraft, slateFaultsOf } from './draft.ts';
import { obstacleTexts } from './obstacleTexts.ts';
import { SlatePreview } from './SlatePreview.tsx';
import { type OpenSlate, pictureChosen, slateChanged } from './slice.ts';

const THEMES: readonly { value: SlateDraft['card']['theme']; label: string }[] = [
  { value: 'dark', label: msg('Dark') },
  { value: 'light', label: msg('Light') },
];

const NEVER = 'never';
/** Seconds. */
const STILL_TIMES = [20, 30, 60, 120, 300];
const LIMITS = [5, 15, LIMIT_MINUTES.usual, 60, 120];

export function SlateFields({ form }: { form: OpenSlate }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, found } = form;
  const { limitMinutes } = draft;
  const limits = limitMinutes === null ? LIMITS : [...new Set([...LIMITS, limitMinutes])].toSorted((a, b) => a - b);
  return (
    <>
      <p className="dim">
        {t(
          'If the source fails, protected publications send this image until the source is back. The platform sees one unbroken stream.',
        )}
      </p>
      <AgentNote channel={form.target} needed={found.publications.some(({ isProtected }) => isProtected)} />
      <Protection form={form} />
      <BackupFields form={form} />
      <section className="stack stack-form" aria-label={t('Image')}>
        <h2>{t('Image')}</h2>
        <CardFields form={form} />
        <SlatePreview card={draft.card} found={found} />
      </section>
      <LookFields form={form} />
      <section className="stack stack-form" aria-label={t('Limit')}>
        <h2>{t('Limit')}</h2>
        <SelectField
          label={t('End after')}
          help={t('After this time publications end and retry until the source is back.')}
          value={limitMinutes === null ? NEVER : String(limitMinutes)}
          options={[
            ...limits.map((minutes) => ({ value: String(minutes), label: t('{{n}} min', { n: minutes }) })),
            { value: NEVER, label: t('Never') },
          ]}
          onChange={(value) => dispatch(slateChanged({ limitMinutes: value === NEVER ? null : Number(value) }))}
        />
      </section>
    </>
  );
}

function LookFields({ form: { draft } }: { form: OpenSlate }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { looks, stillSeconds } = draft;
  const times =
    stillSeconds === null ? STILL_TIMES : [...new Set([...STILL_TIMES, stillSeconds])].toSorted((a, b) => a - b);
  return (
    <section className="stack stack-form" aria-label={t('Video and audio')}>
      <h2>{t('Video and audio')}</h2>
      <SwitchField
        label={t('Look at the video')}
        help={t(
          'The agent looks at the stream every 30 s, and notices black or frozen video and missing audio while no page is open.',
        )}
        checked={looks}
        onChange={(on) => dispatch(slateChanged({ looks: on }))}
      />
      <SelectField
        label={t('Still or black video counts as a failure')}
        help={t(
          'Protected publications then send a backup source or the standby image until the video moves again. Slides and motionless cameras are still, too.',
        )}
        value={stillSeconds === null ? NEVER : String(stillSeconds)}
        options={[
          { value: NEVER, label: t('Never') },
          ...times.map((seconds) => ({ value: String(seconds), label: t('after {{n}} s', { n: seconds }) })),
        ]}
        onChange={(value) => dispatch(slateChanged({ stillSeconds: value === NEVER ? null : Number(value) }))}
      />
    </section>
  );
}

function CardFields({ form: { draft, refused, tried, busy } }: { form: OpenSlate }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { card } = draft;
  const change = (changed: Partial<SlateDraft['card']>) => dispatch(slateChanged({ card: { ...card, ...changed } }));
  const fault = tried || card.text.length > MOST_CHARACTERS ? slateFaultsOf(draft).text : undefined;
  const isText = card.picture === '';
  return (
    <>
      {isText && (
        <TextField
          label={t('Text')}
          help={t('In any language and script. Up to 500 characters.')}
          error={fault && t(fault)}
          rows={3}
          value={card.text}
          onChange={(text) => change({ text })}
        />
      )}
      <SegmentedChoiceField
        label={t('Background')}
        value={card.theme}
        options={THEMES.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(value) => {
          const theme = THEMES.find((option) => option.value === value)?.value;
          if (theme) change({ theme });
        }}
      />
      {refused && (
        <Alert title={t('The image was not taken')}>
          {t(refused.text, Object.fromEntries(refused.values.map((value, i) => [String(i), value])))}
        </Alert>
      )}
      <div className="button-row">
        <FileButton
          accept=".png,.jpg,.jpeg,.webp"
          busy={busy === 'uploading'}
          onPick={(file) => dispatch(pictureChosen(file))}
        >
          {t('Use an image of your own')}
        </FileButton>
        {!isText && (
          <Button icon="close" onClick={() => change({ picture: '' })}>
            {t('Use the text instead')}
          </Button>
        )}
      </div>
      <p className="field-note">{t('PNG, JPEG or WebP, at best 1920×1080. It replaces the text.')}</p>
    </>
  );
}

function Protection({ form: { draft, found } }: { form: OpenSlate }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { publications } = found;
  const { protect } = draft;
  const noteOf = ({ id, obstacle, isServed, isProtected }: ListedPublication) => {
    if (obstacle !== null) return t(obstacleTexts[obstacle]);
    return protect[id] && !isProtected && isServed ? t('From then on it arrives about 6 s later.') : '';
  };
  return (
    <section className="stack stack-form" aria-label={t('Protected publications')}>
      <h2>{t('Protected publications')}</h2>
      {publications.length === 0 && <p className="dim">{t('No publications yet. Add one on the channel page.')}</p>}
      {publications.map((publication) => {
        const { id, name, obstacle } = publication;
        const isOn = protect[id] ?? false;
        const note = noteOf(publication);
        return (
          <label key={id} className="choice">
            <input
              type="checkbox"
              checked={isOn}
              disabled={obstacle !== null && !isOn}
              onChange={({ target }) => dispatch(slateChanged({ protect: { ...protect, [id]: target.checked } }))}
            />
            <span>
              {name}
              {note !== '' && <span className="field-note">{note}</span>}
            </span>
          </label>
        );
      })}
    </section>
  );
}
