import { useDispatch } from 'react-redux';
import type { SourceContext } from '../../../../catalog/form/defineCatalogEntry.ts';
import { withValue } from '../../../../catalog/form/fieldValues.ts';
import { sourceOf } from '../../../../catalog/sources/index.ts';
import { FieldForm } from '../../../../ui/form/FieldForm.tsx';
import { useFetchHeldPorts } from '../../heldPorts/useFetchHeldPorts.tsx';
import { LoopFile } from '../../mediaFile/LoopFile.tsx';
import { keepUnread } from '../../source/editor/chooseSourceKind.ts';
import { ListenAddress } from '../../source/ListenAddress.tsx';
import { PushAddress } from '../../source/PushAddress.tsx';
import { useDeviceSearch } from '../../source/useDeviceSearch.tsx';
import type { WizardDraft } from '../draft.ts';
import { audioSettingsChanged } from '../slice.ts';

interface OwnAudioFieldsProps {
  draft: WizardDraft;
  context: SourceContext;
  errors: Readonly<Record<string, string>>;
}

/** A source of its own, as the source editor shows it. */
export function OwnAudioFields({ draft, context, errors }: OwnAudioFieldsProps) {
  const dispatch = useDispatch();
  const { audio, channel } = draft;
  const fields = sourceOf(audio.type)?.form(context) ?? {};
  const devices = useDeviceSearch(audio.type, context);
  useFetchHeldPorts(audio);
  return (
    <>
      <FieldForm
        fields={fields}
        settings={audio.settings}
        onChange={(settings) => dispatch(audioSettingsChanged(keepUnread(audio.settings, fields, settings)))}
        errors={errors}
        onRefresh={devices.look}
        panels={{
          pushAddress: (
            <PushAddress
              network={context.network}
              source={audio}
              waits={false}
              onTake={(name) => dispatch(audioSettingsChanged(withValue(audio.settings, 'push.name', name)))}
            />
          ),
          listenAddress: <ListenAddress network={context.network} source={audio} />,
          loopFile: <LoopFile channel={channel} type="audio" source={audio} error={errors.file} />,
        }}
      />
      {devices.told}
    </>
  );
}
