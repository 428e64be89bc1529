import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { ingestControlFields } from '../../../catalog/control/ingestControlFields.ts';
import { adaptFieldsToContext } from '../../../catalog/form/evaluateFields.ts';
import { msg } from '../../../i18n/msg.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { useChannelNetwork } from '../../live/pushAddress/useChannelNetwork.tsx';
import { ControlFields } from '../../shared/processDetails/ControlFields.tsx';
import { controlContextOf, controlFrom, controlShown } from './convertIngestControl.ts';
import { HlsDelayField } from './HlsDelayField.tsx';
import { channelChanged } from './slice.ts';
import type { ChannelTabProps } from './tabs.ts';

/** Of the settings, where a server is switched on. */
const TABS: Readonly<Record<string, string>> = { rtmp: msg('RTMP'), srt: msg('SRT') };

/** How the channel writes HLS, what else it feeds, and how its process is kept alive. */
export function HlsAndProcessTab({ form: { target, draft, found } }: ChannelTabProps) {
  const dispatch = useDispatch();
  const network = useChannelNetwork(target);
  const fields = useMemo(
    () => network && adaptFieldsToContext(ingestControlFields, controlContextOf(network, found)),
    [network, found],
  );
  if (!fields) return null;
  const shown = controlShown(draft, found);
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
        onChange={(settings) => dispatch(channelChanged({ control: controlFrom(shown, settings, draft.control) }))}
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
