import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { unitIn } from '../../../../i18n/format.ts';
import { msg } from '../../../../i18n/msg.ts';
import type { Channel } from '../../../../media/channel/channel.ts';
import { isBackup } from '../../../../media/channel/publicationOutputs.ts';
import { SCHEDULE_LIMITS } from '../../../../media/schedule/scheduleLimits.ts';
import { groupsIn } from '../../../../media/stored/publicationStartOrder.ts';
import { NumberField } from '../../../../ui/form/NumberField.tsx';
import { SegmentedChoiceField } from '../../../../ui/form/SegmentedChoiceField.tsx';
import { type Choice, SelectField } from '../../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../../ui/form/Switch.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import type { WithChannels } from '../../../live/channel/slice.ts';
import { isHoldReadIn } from '../../../live/hold/slice.ts';
import type { WithStatus } from '../../../live/status/slice.ts';
import { weekdayName } from '../useRuleText.tsx';
import { DAYS, type RuleDraft, type RuleFaults, readSubject, writeSubject } from './ruleDraft.ts';

interface RuleFieldsProps {
  draft: RuleDraft;
  faults: RuleFaults;
  onChange: (changed: Partial<RuleDraft>) => void;
}

const WANT_HELP: Readonly<Record<RuleDraft['want'], string>> = {
  on: msg('On from the beginning, off at the end.'),
  off: msg('Off from the beginning, on again at the end, such as at night.'),
  restart: msg('Started anew at this time. What is off stays off.'),
};

export function RuleFields({ draft, faults, onChange }: RuleFieldsProps) {
  const { t } = useTranslation();
  const { want, repeats, withPublications } = draft;
  const subject = readSubject(draft.subject, withPublications);
  const options = useSubjectChoices(draft.subject);
  const faultOf = (control: keyof RuleDraft | '') => {
    const text = faults[control];
    return text === undefined ? undefined : t(text);
  };
  const isImage = subject.type === 'image';
  return (
    <>
      <SelectField
        label={t('What')}
        required
        error={faultOf('subject')}
        value={draft.subject}
        onChange={(value) =>
          onChange({ subject: value, ...(readSubject(value, true).type === 'image' ? { want: 'on' } : {}) })
        }
        options={options}
        placeholder={t('Choose')}
      />
      {subject.type === 'channel' && (
        <SwitchField
          label={t('Also its publications')}
          help={t('When off, its publications stay as they are.')}
          checked={withPublications}
          onChange={(on) => onChange({ withPublications: on })}
        />
      )}
      {!isImage && (
        <SegmentedChoiceField
          label={t('What happens')}
          help={t(WANT_HELP[want])}
          error={faultOf('want')}
          value={want}
          onChange={(value) => onChange({ want: wantOf(value) })}
          options={[
            { value: 'on', label: t('On') },
            { value: 'off', label: t('Off') },
            { value: 'restart', label: t('Restart') },
          ]}
        />
      )}
      <SegmentedChoiceField
        label={t('When')}
        value={repeats}
        onChange={(value) => onChange({ repeats: repeatsOf(value) })}
        options={[
          { value: 'once', label: t('Once') },
          { value: 'weekly', label: t('Daily or weekly') },
          { value: 'cron', label: t('Expert (cron)') },
        ]}
      />
      <TimingFields draft={draft} faultOf={faultOf} onChange={onChange} />
      <TextField
        label={t('Time zone')}
        help={t('Where these times count. Type to search.')}
        error={faultOf('zone')}
        value={draft.zone}
        suggestions={Intl.supportedValuesOf('timeZone')}
        onChange={(zone) => onChange({ zone })}
      />
      {subject.type === 'channel' && want === 'on' && (
        <ImageField channel={subject.id} draft={draft} error={faultOf('imageMinutes')} onChange={onChange} />
      )}
      <TextField
        label={t('Name')}
        help={t('Optional, such as Sunday service.')}
        error={faultOf('name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      {faultOf('') && <p className="field-error">{faultOf('')}</p>}
    </>
  );
}

const wantOf = (value: string): RuleDraft['want'] => (value === 'off' || value === 'restart' ? value : 'on');
const repeatsOf = (value: string): RuleDraft['repeats'] => (value === 'once' || value === 'cron' ? value : 'weekly');

interface TimingFieldsProps extends Pick<RuleFieldsProps, 'draft' | 'onChange'> {
  faultOf: (control: keyof RuleDraft) => string | undefined;
}

function TimingFields({ draft, faultOf, onChange }: TimingFieldsProps) {
  const { t, i18n } = useTranslation();
  const isRestart = draft.want === 'restart';
  const startLabel = isRestart ? t('Time') : t('Begin');
  const open = t('Empty: without an end.');
  switch (draft.repeats) {
    case 'once':
      return (
        <div className="pair">
          <TextField
            label={startLabel}
            type="datetime-local"
            required
            error={faultOf('onceFrom')}
            value={draft.onceFrom}
            onChange={(onceFrom) => onChange({ onceFrom })}
          />
          {!isRestart && (
            <TextField
              label={t('End')}
              type="datetime-local"
              help={open}
              error={faultOf('onceTo')}
              value={draft.onceTo}
              onChange={(onceTo) => onChange({ onceTo })}
            />
          )}
        </div>
      );
    case 'weekly': {
      const { weeklyFrom, weeklyTo } = draft;
      const isOvernight = weeklyTo !== '' && weeklyTo <= weeklyFrom;
      return (
        <>
          <DayToggles draft={draft} error={faultOf('days')} onChange={onChange} />
          <div className="pair">
            <TextField
              label={startLabel}
              type="time"
              required
              error={faultOf('weeklyFrom')}
              value={weeklyFrom}
              onChange={(value) => onChange({ weeklyFrom: value })}
            />
            {!isRestart && (
              <TextField
                label={t('End')}
                type="time"
                help={isOvernight ? t('On the next day.') : open}
                error={faultOf('weeklyTo')}
                value={weeklyTo}
                onChange={(value) => onChange({ weeklyTo: value })}
              />
            )}
          </div>
        </>
      );
    }
    case 'cron':
      return (
        <div className="pair">
          <TextField
            label={t('Cron expression')}
            mono
            required
            help={t('Minute, hour, day, month, weekday: 0 9 * * 1-5')}
            error={faultOf('expression')}
            value={draft.expression}
            onChange={(expression) => onChange({ expression })}
          />
          {!isRestart && (
            <TextField
              label={t('For how long')}
              inputMode="numeric"
              end={unitIn(i18n.language, 'min')}
              help={open}
              error={faultOf('minutes')}
              value={draft.minutes}
              onChange={(minutes) => onChange({ minutes })}
            />
          )}
        </div>
      );
  }
}

interface ControlProps extends Pick<RuleFieldsProps, 'draft' | 'onChange'> {
  error: string | undefined;
}

function DayToggles({ draft: { days }, error, onChange }: ControlProps) {
  const { t, i18n } = useTranslation();
  return (
    <fieldset className="choices" aria-invalid={error ? true : undefined} aria-describedby={error && 'days-error'}>
      <legend className="field-head">{t('Days (required)')}</legend>
      <div className="segments schedule-days">
        {DAYS.map((day) => (
          <label key={day} title={weekdayName(day, i18n.language, 'long')}>
            <input
              type="checkbox"
              className="visually-hidden"
              aria-label={weekdayName(day, i18n.language, 'long')}
              aria-invalid={error ? true : undefined}
              checked={days[day] === true}
              onChange={({ target }) => onChange({ days: { ...days, [day]: target.checked } })}
            />
            {weekdayName(day, i18n.language, 'short')}
          </label>
        ))}
      </div>
      {error && (
        <span id="days-error" className="field-error">
          {error}
        </span>
      )}
    </fieldset>
  );
}

interface ImageFieldProps extends ControlProps {
  channel: string;
}

/** Disabled with the reason if no publication would show the image. */
function ImageField({ channel, draft: { imageMinutes }, error, onChange }: ImageFieldProps) {
  const { t } = useTranslation();
  const isProtected = useSelector((state: WithStatus) => isHoldReadIn(state, channel));
  const name = useSelector(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.name ?? '');
  if (!isProtected && imageMinutes === 0)
    return (
      <p className="field-note">
        {t('A standby image before the show is not offered: no publication of this channel is protected by one.')}{' '}
        {name !== '' && <a href={`#/${channel}/edit/standby`}>{t('Standby image')}</a>}
      </p>
    );
  return (
    <NumberField
      label={t('Standby image first')}
      unit="min"
      help={
        isProtected
          ? t(
              'For the first minutes protected publications send the standby image, so begin that much earlier. The player page shows the source at once. 0 = no image.',
            )
          : t('No publication of this channel is protected by a standby image: nothing is shown.')
      }
      error={error}
      min={0}
      max={SCHEDULE_LIMITS.imageMinutes}
      value={imageMinutes}
      onChange={(minutes) => onChange({ imageMinutes: minutes })}
    />
  );
}

/** Channels with their publications and groups, and groups across channels. A deleted choice stays. */
function useSubjectChoices(chosen: string): readonly Choice[] {
  const { t } = useTranslation();
  const list = useSelector(({ channel }: WithChannels) => channel.list);
  const readers = useSelector((state: WithChannels & WithStatus) =>
    list.flatMap(({ id }) => (isHoldReadIn(state, id) ? [id] : [])).join(' '),
  );
  const available = list.filter((channel) => channel.available);
  const own = available.flatMap((channel) => choicesOf(channel, readers.split(' ').includes(channel.id)));
  const shared = groupsIn(Object.assign({}, ...available.map(({ egresses }) => egresses))).map((name) => ({
    value: writeSubject({ type: 'group', name, channel: null }),
    label: t('Group {{group}}', { group: name }),
    ...(available.length > 1 ? { group: t('All channels') } : {}),
  }));
  const offered = [...own, ...(available.length > 1 ? shared : [])];
  if (offered.some(({ value }) => value === chosen) || /^channel $/.test(chosen)) return offered;
  const { type } = readSubject(chosen, false);
  return [
    { value: chosen, label: type === 'publication' ? t('Deleted publication') : t('Deleted channel') },
    ...offered,
  ];

  function choicesOf({ id, name, egresses }: Channel, isProtected: boolean): readonly Choice[] {
    const choiceOf = (value: string, label: string, disabled = false): Choice => ({
      value,
      label,
      group: name,
      disabled,
    });
    return [
      choiceOf(writeSubject({ type: 'channel', id, withPublications: true }), t('Channel {{name}}', { name })),
      ...Object.entries(egresses).flatMap(([egress, publication]) =>
        isBackup(egresses, egress)
          ? []
          : [choiceOf(writeSubject({ type: 'publication', id: egress }), publication.name || publication.service)],
      ),
      ...groupsIn(egresses).map((group) =>
        choiceOf(writeSubject({ type: 'group', name: group, channel: id }), t('Group {{group}}', { group })),
      ),
      choiceOf(
        writeSubject({ type: 'image', id }),
        isProtected ? t('Standby image') : t('Standby image (no publication is protected)'),
        !isProtected,
      ),
    ];
  }
}
