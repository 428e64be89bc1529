import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { type ControlContext, ingestControlFields } from '../../../catalog/control/ingestControlFields.ts';
import { adaptFieldsToContext } from '../../../catalog/form/evaluateFields.ts';
import { settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import { msg } from '../../../i18n/msg.ts';
import { feedServers, type Network } from '../../../media/address/channelAddresses.ts';
import type { CoderSettings } from '../../../media/encoding/profile.ts';
import { type IngestMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { useChannelNetwork } from '../../live/pushAddress/useChannelNetwork.tsx';
import { ControlFields } from '../../shared/processDetails/ControlFields.tsx';
import type { HeldChannel } from '../saveChannel/readChannel.ts';
import type { ChannelDraft } from './channelDraft.ts';
import { HlsDelayField } from './HlsDelayField.tsx';
import { channelChanged } from './slice.ts';
import type { ChannelTabProps } from './tabs.ts';

type Control = IngestMetadata['control'];

/** The control as the form shows it: without stored limits, those of the process. */
export const ingestControlShown = (
  { control }: ChannelDraft,
  { process }: Pick<HeldChannel, 'process'>,
): CoderSettings => (control.limits ? control : { ...control, limits: process?.limits });

/** The control to store. Untouched limits are left out: another program has set them. */
export function ingestControlFrom(shown: CoderSettings, settings: CoderSettings, stored: Control): Control {
  const { limits, ...control } = parseIngestMetadata({ version: 1, control: settings }).control;
  const touched = !sameJson(valueAt(settings, 'limits'), settingsOf(ingestControlFields, shown).limits);
  return stored.limits || touched ? { ...control, limits } : control;
}

export const controlContextOf = (
  network: Pick<Network, 'words' | 'rtmp' | 'srt'>,
  { process }: Pick<HeldChannel, 'process'>,
): ControlContext => ({
  servers: network.words ? feedServers(network) : null,
  // A core that knows limits answers them with each process.
  limits: process?.limits !== undefined && process.limits !== null,
});

/** Of the settings, where a server is switched on. */
const TABS: Readonly<Record<string, string>> = { rtmp: msg('RTMP'), srt: msg('SRT') };

/** How the channel writes HLS, what else it feeds, and how its process is kept alive. */
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
