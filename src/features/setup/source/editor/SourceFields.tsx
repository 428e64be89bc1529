import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { SourceContext } from '../../../../catalog/form/defineCatalogEntry.ts';
import { missingFieldText } from '../../../../catalog/form/evaluateFields.ts';
import type { Settings } from '../../../../catalog/form/fields.ts';
import { withValue } from '../../../../catalog/form/fieldValues.ts';
import { sourceOf } from '../../../../catalog/sources/index.ts';
import { isAssumed } from '../../../../media/encoding/profile.ts';
import type { MediaType } from '../../../../media/encoding/streams.ts';
import { maskText } from '../../../../media/masking/mask.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { LogView } from '../../../../ui/controls/LogView.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { FieldForm } from '../../../../ui/form/FieldForm.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { DialogFrame } from '../../../../ui/overlays/DialogFrame.tsx';
import { useFetchHeldPorts } from '../../heldPorts/useFetchHeldPorts.tsx';
import { LoopFile } from '../../mediaFile/LoopFile.tsx';
import { isUploading, type WithMediaFile } from '../../mediaFile/slice.ts';
import { canEnterStreamsByHand, isAsBefore, settingsReady } from '../applyProbe.ts';
import type { WorkingAlternative } from '../draft.ts';
import { lackingKinds } from '../lookForDevices.ts';
import { ManualStreamPropertiesForm } from '../ManualStreamPropertiesForm.tsx';
import { ProbeFailureBox, ProbeProgress } from '../ProbeFailureBox.tsx';
import { ListenAddress, SourcePushAddress } from '../PushAddress.tsx';
import { LackingSources, useDeviceSearch } from '../useDeviceSearch.tsx';
import { useProbeConfirmation } from '../useProbeConfirmation.tsx';
import { isVerified, keepUnread, kindsFor, unread, unshown } from './chooseSourceKind.ts';
import {
  alternativeAccepted,
  kindChosen,
  type OpenSourceForm,
  probeLeft,
  probeRequested,
  sourceDraftOf,
  sourceEditor,
} from './slice.ts';

function ProbeLog({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (lines.length === 0) return null;
  return (
    <>
      <Button kind="quiet" icon="details" onClick={() => setOpen(true)}>
        {t('Probe details')}
      </Button>
      <DialogFrame open={open} wide title={t('Probe details')} onClose={() => setOpen(false)}>
        <LogView ended label={t('Probe details')} lines={lines.map((text) => ({ text: maskText(text) }))} />
      </DialogFrame>
    </>
  );
}

interface HalfProps {
  type: MediaType;
  form: OpenSourceForm;
  context: SourceContext;
}

export function SourceFields({ type, form, context }: HalfProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const draft = sourceDraftOf(form);
  const source = draft[type];
  const kind = sourceOf(source.type);
  const fields = kind?.form(context) ?? {};
  const extraKeys = kind ? [...unshown(source.settings, fields), ...unread(source.settings, fields)] : [];
  const uploading = useSelector((state: WithMediaFile) => isUploading(state, draft.channel));
  const busy = form.busy !== null;
  const [tried, setTried] = useState(false);
  const asBefore = isAsBefore(type, draft, context);
  const missing =
    kind?.missing(source.settings, context).map((key) => [key, missingFieldText(fields[key])] as const) ?? [];
  const faults = { ...kind?.faults(source.settings, context), ...Object.fromEntries(missing) };
  const errors = tried ? Object.fromEntries(Object.entries(faults).map(([key, text]) => [key, t(text)])) : {};
  const change = (settings: Settings) =>
    dispatch(sourceEditor.actions.draftChanged({ [type]: { ...source, settings } }));
  const devices = useDeviceSearch(source.type, context);
  useFetchHeldPorts(source);
  const probe = useProbeConfirmation(draft, type, context, () => dispatch(probeRequested(type)));
  const requestProbe = () => {
    setTried(true);
    if (Object.keys(faults).length === 0) probe.ask();
  };
  const use = (alternative: WorkingAlternative) => dispatch(alternativeAccepted({ type, worked: alternative }));
  const verified = isVerified(draft, type, context);
  const failed = form.refused?.type === type ? form.refused.failure : null;
  return (
    <>
      <SelectField
        label={t('Source type')}
        placeholder={t('Choose a source …')}
        value={source.type}
        disabled={busy}
        onChange={(id) => dispatch(kindChosen({ type, kind: id }))}
        options={kindsFor(type, source.type, context).map(({ id, name }) => ({ value: id, label: t(name) }))}
      />
      <LackingSources lacks={lackingKinds(type, context)} context={context} />
      {source.type !== '' && !kind && (
        <Alert tone="warning" title={t('This version does not know the source "{{source}}".', { source: source.type })}>
          {t('It stays as it is until you choose another type.')}
        </Alert>
      )}
      <FieldForm
        key={source.type}
        name={`${type} ${source.type}`}
        fields={fields}
        settings={source.settings}
        onChange={(next) => change(keepUnread(source.settings, fields, next))}
        errors={errors}
        disabled={busy}
        onRefresh={devices.search}
        panels={{
          pushAddress: (
            <SourcePushAddress
              network={context.network}
              source={source}
              waits={false}
              onTake={(name) => change(withValue(source.settings, 'push.name', name))}
            />
          ),
          listenAddress: <ListenAddress network={context.network} source={source} />,
          loopFile: <LoopFile channel={draft.channel} type={type} source={source} error={errors.file} />,
        }}
      />
      {devices.told}
      {extraKeys.length > 0 && (
        <p className="dim small">
          {t('Stored settings that are kept as they are: {{keys}}', { keys: extraKeys.join(', ') })}
        </p>
      )}
      {failed && (
        <ProbeFailureBox
          failure={failed}
          type={type}
          source={source}
          onRetry={(settings) => {
            change(settings);
            dispatch(probeRequested(type));
          }}
          onUse={use}
        />
      )}
      {form.busy === `probing-${type}` && <ProbeProgress trying={form.found.trying ?? null} />}
      {kind && (
        <div className="log-tools">
          {form.busy === `probing-${type}` ? (
            <Button onClick={() => dispatch(probeLeft())}>{t('Cancel')}</Button>
          ) : (
            <Button
              icon="restart"
              disabled={busy || uploading || (tried ? false : !settingsReady(source, context))}
              onClick={requestProbe}
            >
              {t('Probe')}
            </Button>
          )}
          <ProbeLog lines={form.found.logs[type]} />
        </div>
      )}
      {!failed && !busy && !verified && canEnterStreamsByHand(source, context) && (
        <ManualStreamPropertiesForm type={type} source={source} onUse={use} />
      )}
      {kind && !busy && (
        <p className="dim small" role="status">
          {verified
            ? isAssumed(source.streams.find((stream) => stream.type === type))
              ? t('Set by hand, not seen yet')
              : asBefore
                ? t('Stored and unchanged: a probe is not needed.')
                : t('The source was probed successfully.')
            : t('Probe the source to continue.')}
        </p>
      )}
      {probe.dialog}
    </>
  );
}
