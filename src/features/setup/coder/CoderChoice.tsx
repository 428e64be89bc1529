import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { encoderManualUrl } from '../../../catalog/coders/encoderManualUrl.ts';
import { hardwareNeedsOf } from '../../../catalog/coders/hardwareNeeds.ts';
import type { Decoder, Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { fieldFaults } from '../../../catalog/form/evaluateFields.ts';
import { type Fields, panel, type Settings } from '../../../catalog/form/fields.ts';
import { settingsRefusedByFfmpeg, withoutSettings } from '../../../catalog/form/settingsRefusedByFfmpeg.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import type { Coder } from '../../../media/encoding/profile.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { usePointed } from '../../../ui/form/pointedField.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { encoderTopic, helpAddress } from '../../../ui/help/helpTopics.ts';
import { useEncoderTestText } from './useEncoderTestText.tsx';

/** The size belongs next to the bitrate, although a filter sets it. */
const SIZE_PANEL = 'size';
const MORE_PANEL = 'more';

/** Returns the settings of a coder with the important ones first; all others are advanced. */
export function coderFields({ fields, open }: Pick<Encoder | Decoder, 'fields' | 'open'>, sized: boolean): Fields {
  const [first, ...others] = Object.entries(codersOwn({ fields, open }));
  if (!sized || !first) return codersOwn({ fields, open });
  // The key contains a blank, so it cannot collide with a setting.
  return Object.fromEntries([first, ['the size', panel({ name: SIZE_PANEL, short: true })], ...others]);
}

function codersOwn({ fields, open }: Pick<Encoder | Decoder, 'fields' | 'open'>): Fields {
  const rest = Object.keys(fields).filter((key) => !open.includes(key));
  return Object.fromEntries(
    [...open, ...rest].flatMap((key) => {
      const field = fields[key];
      return field ? [[key, open.includes(key) ? field : { ...field, advanced: true }]] : [];
    }),
  );
}

interface CoderChoiceProps {
  label: string;
  name: string;
  coders: readonly (Encoder | Decoder)[];
  chosen: Coder;
  available: readonly string[];
  /** Results of the encoder test. */
  tested?: Skills['tested'];
  /** Coders that ffmpeg on this core has rejected. */
  trial: Skills['trial'];
  around?: (fields: Fields) => Fields;
  size?: ReactNode;
  /** Coders that are unavailable on this core, with the reason. */
  lacking?: ReactNode;
  onChange: (coder: string, settings: Settings) => void;
}

/** A choice of coders with their settings. A stored coder that is no longer offered stays until another is chosen. */
export function CoderChoice({
  label,
  name,
  coders,
  chosen,
  available,
  tested,
  trial,
  around = (fields) => fields,
  size = null,
  lacking: unavailable = null,
  onChange,
}: CoderChoiceProps) {
  const { t } = useTranslation();
  const coder = coders.find(({ id }) => id === chosen.coder);
  const refusal = coder
    ? settingsRefusedByFfmpeg(trial ? { trial } : {}, 'codec' in coder ? 'encoder' : 'decoder', coder.id)
    : [];
  const own = coder ? around(withoutSettings(coderFields(coder, size !== null), refusal)) : {};
  const manual = coder && 'codec' in coder ? encoderManualUrl(coder) : null;
  const fields =
    manual === null && unavailable === null
      ? own
      : { ...own, [MORE_PANEL]: panel({ name: MORE_PANEL, advanced: true }) };
  const result = useEncoderTestText(tested);
  const codecs = new Set(coders.flatMap((coder) => ('codec' in coder ? codecGroup(coder) : [])));
  const groupOf = (coder: Encoder | Decoder) => {
    if (isUncertain(coder, tested)) return { group: t('Hardware, not tested') };
    const [codec] = 'codec' in coder && codecs.size > 1 ? codecGroup(coder) : [];
    return codec === undefined ? {} : { group: t(codecName(codec)) };
  };
  const listed = coders.filter((coder) => coder.id === chosen.coder || tested?.[coder.id]?.works !== false);
  const offered = [
    ...listed.filter((coder) => !isUncertain(coder, tested)),
    ...listed.filter((coder) => isUncertain(coder, tested)),
  ].map((coder) => {
    const verdict = result(coder);
    const name = t(coder.name);
    return {
      value: coder.id,
      label: verdict ? t('{{coder}} ({{result}})', { coder: name, result: verdict }) : name,
      ...groupOf(coder),
    };
  });
  const pointed = usePointed(
    ({ keys }) => keys.filter((key) => key === name),
    () => chosen,
  );
  const strange = coder === undefined && chosen.coder !== 'none' && chosen.coder !== '';
  const needs = coder && hardwareNeedsOf(coder);
  const help = strange ? t('Kept with its settings until you choose another.') : needs ? t(needs) : undefined;
  const lacking = !available.includes(chosen.coder);
  const stored = {
    value: chosen.coder,
    label: lacking
      ? t('{{coder}}, not available on this core', { coder: chosen.coder })
      : t('{{coder}}, as stored', { coder: chosen.coder }),
  };
  return (
    <>
      <SelectField
        label={label}
        value={chosen.coder}
        placeholder={t('Choose codec …')}
        error={pointed[name]}
        help={help}
        onChange={(id) => id !== chosen.coder && onChange(id, {})}
        options={strange ? [...offered, stored] : offered}
      />
      {coder && <CoderHelp coder={coder} />}
      {coder && (
        <FieldForm
          name={`${label} ${coder.id}`}
          fields={fields}
          settings={chosen.settings}
          errors={translatedFaults(t, fields, chosen.settings)}
          panels={{
            [SIZE_PANEL]: size,
            [MORE_PANEL]: (
              <div className="stack">
                {coder && manual !== null && <CoderLinks coder={coder} manual={manual} />}
                {unavailable}
              </div>
            ),
          }}
          onChange={(settings) => onChange(coder.id, settings)}
        />
      )}
    </>
  );
}

/** Faults are shown without a save attempt, because a stored one may be why the process fails. */
export const translatedFaults = (t: (text: string) => string, fields: Fields, settings: Settings) =>
  Object.fromEntries(Object.entries(fieldFaults(fields, settings)).map(([key, text]) => [key, t(text)]));

/** ffmpeg includes the hardware encoder, but it is untested whether this machine has the hardware. */
const isUncertain = ({ id, hardware }: Encoder | Decoder, tested: Skills['tested']): boolean =>
  hardware && tested?.[id] === undefined;

/** The codec is the group heading in the list; copy and none have no heading. */
const codecGroup = ({ codec }: Encoder): string[] => (codec === 'copy' || codec === 'none' ? [] : [codec]);

function CoderHelp({ coder: { id } }: { coder: Encoder | Decoder }) {
  const { t, i18n } = useTranslation();
  const topic = encoderTopic(id);
  return (
    topic !== null && (
      <p className="small">
        <a href={helpAddress(topic, i18n.language)} target="_blank" rel="noreferrer">
          {t('Help on {{coder}}', { coder: id })}
        </a>
      </p>
    )
  );
}

function CoderLinks({ coder, manual }: { coder: Encoder | Decoder; manual: string }) {
  const { t } = useTranslation();
  return (
    <p className="small">
      <a href={manual} target="_blank" rel="noreferrer">
        {t('Documentation of {{coder}}', { coder: coder.id })}
      </a>{' '}
      · <a href="#/encoders">{t('Test the encoders of this machine')}</a>
    </p>
  );
}
