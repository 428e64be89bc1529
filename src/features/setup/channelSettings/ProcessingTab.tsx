import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { encoderOf } from '../../../catalog/coders/index.ts';
import { type ControlContext, ingestControlFields } from '../../../catalog/control/ingestControlFields.ts';
import { adaptFieldsToContext } from '../../../catalog/form/evaluateFields.ts';
import { settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import { msg } from '../../../i18n/msg.ts';
import { feedServers, type Network } from '../../../media/address/channelAddresses.ts';
import type { CoderSettings, Profile } from '../../../media/encoding/profile.ts';
import { DELAY_NAMES, DELAYS, type Delay, delayBy, delayOf, isDelay } from '../../../media/hls/delay.ts';
import type { HlsControl } from '../../../media/hls/hlsFiles.ts';
import { type IngestMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useChannelNetwork } from '../../live/pushAddress/useChannelNetwork.tsx';
import { ControlFields } from '../../shared/processDetails/ControlFields.tsx';
import type { HeldChannel } from '../saveChannel/readChannel.ts';
import type { ChannelDraft } from './channelDraft.ts';
import { channelChanged } from './slice.ts';
import type { ChannelTabProps } from './tabs.ts';

/** Encoder settings without frame delay, highest quality first. */
const AT_ONCE: Readonly<Record<string, readonly string[]>> = { tune: ['zerolatency'], preset: ['llhq', 'll', 'llhp'] };

/** Returns the encoder setting that avoids frame delay; null if it is already set, or the encoder has none. */
export function lowLatencyFor({ video: { encoder } }: Pick<Profile, 'video'>): { label: string; value: string } | null {
  const { fields = {} } = encoderOf('video', encoder.coder) ?? {};
  const settings = settingsOf(fields, encoder.settings);
  for (const [key, values] of Object.entries(AT_ONCE)) {
    const field = fields[key];
    if (field?.kind !== 'select') continue;
    const best = values.find((value) => field.options.some((option) => option.value === value));
    if (best === undefined) continue;
    return values.includes(String(valueAt(settings, key))) ? null : { label: field.label, value: best };
  }
  return null;
}

/** Returns the keyframe interval in seconds; null if the video is copied or no interval is set. */
export function keyframesIn({ video: { encoder } }: Pick<Profile, 'video'>): number | null {
  const definition = encoderOf('video', encoder.coder);
  if (!definition || !('gop' in definition.fields)) return null;
  const seconds = Number(settingsOf(definition.fields, encoder.settings).gop);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

const WORDS: Record<Delay, string> = {
  safe: msg('Safe: for viewers with an unsteady connection'),
  normal: msg('Normal'),
  fast: msg('Fast: less delay, and players stall sooner'),
};
const CUSTOM = 'custom';

interface DelayFieldProps {
  hls: HlsControl;
  profile: Profile;
  onChange: (hls: HlsControl) => void;
}

function HlsDelayField({ hls, profile, onChange }: DelayFieldProps) {
  const { t } = useTranslation();
  const chosen = delayOf(hls);
  const keyframes = keyframesIn(profile);
  const seconds = Math.round(delayBy(hls, keyframes));
  const about = t(
    'With these settings players are about {{seconds}} s behind. The preview on the channel page measures it.',
    {
      seconds,
    },
  );
  const rare =
    keyframes !== null && keyframes > hls.segmentDuration
      ? t(
          'The encoder sets a keyframe every {{keyframes}} s, so segments are that long: shorten the keyframe interval in the video setup.',
          { keyframes },
        )
      : keyframes === null
        ? t('The keyframes of the source decide how short segments can be.')
        : '';
  const better = chosen === 'fast' ? lowLatencyFor(profile) : null;
  const holds = better
    ? t('The video encoder holds frames back: in the video setup set "{{field}}" to {{value}} for less delay.', {
        field: t(better.label),
        value: better.value,
      })
    : '';
  const listed = DELAY_NAMES.map((value) => ({ value, label: t(WORDS[value]) }));
  return (
    <SelectField
      label={t('Delay')}
      help={[about, rare, holds].filter(Boolean).join(' ')}
      value={chosen ?? CUSTOM}
      options={chosen ? listed : [...listed, { value: CUSTOM, label: t('As set below') }]}
      onChange={(value) => isDelay(value) && onChange({ ...hls, ...DELAYS[value] })}
    />
  );
}

type Control = IngestMetadata['control'];

/** The control settings of the form; without stored limits, those of the process are shown. */
export const ingestControlShown = (
  { control }: ChannelDraft,
  { process }: Pick<HeldChannel, 'process'>,
): CoderSettings => (control.limits ? control : { ...control, limits: process?.limits });

/** Returns the control settings to store. Untouched limits are left out, because another program has set them. */
export function ingestControlFrom(shown: CoderSettings, settings: CoderSettings, stored: Control): Control {
  const { limits, ...control } = parseIngestMetadata({ version: 1, control: settings }).control;
  const touched = !sameJson(valueAt(settings, 'limits'), settingsOf(ingestControlFields, shown).limits);
  return stored.limits || touched ? { ...control, limits } : control;
}

export const controlContextOf = (
  network: Pick<Network, 'words' | 'rtmp' | 'srt'>,
  { process, metadata }: Pick<HeldChannel, 'process' | 'metadata'>,
): ControlContext => ({
  lhls: metadata.control.hls.lhls,
  servers: network.words ? feedServers(network) : null,
  // A core that supports limits includes them in every process.
  limits: process?.limits !== undefined && process.limits !== null,
});

const TABS: Readonly<Record<string, string>> = { rtmp: msg('RTMP'), srt: msg('SRT') };

export function ProcessingTab({ form: { target, draft, found } }: ChannelTabProps) {
  const dispatch = useDispatch();
  const network = useChannelNetwork(target);
  const fields = useMemo(
    () => network && adaptFieldsToContext(ingestControlFields, controlContextOf(network, found)),
    [network, found],
  );
  if (!fields) return null;
  const shown = ingestControlShown(draft, found);
  const [profile] = found.metadata.profiles;
  return (
    <>
      <HlsDelayField
        hls={draft.control.hls}
        profile={profile}
        onChange={(hls) => dispatch(channelChanged({ control: { ...draft.control, hls } }))}
      />
      <FieldForm
        fields={fields}
        settings={shown}
        onChange={(settings) =>
          dispatch(channelChanged({ control: ingestControlFrom(shown, settings, draft.control) }))
        }
        tabLink={(tab) => ({ href: `#/settings/${tab}`, title: TABS[tab] ?? tab })}
        panels={{
          process: (
            <ControlFields
              control={draft.control.process}
              onChange={(process) => dispatch(channelChanged({ control: { ...draft.control, process } }))}
            />
          ),
        }}
      />
    </>
  );
}
