import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { distorts, proposedCrop, proposedSize, sizeFields } from '../../catalog/coders/proposal.ts';
import type { Settings } from '../../catalog/fields.ts';
import type { Filter } from '../../catalog/filters/define.ts';
import { entering, readFilters } from '../../catalog/filters/edit.ts';
import { filters, filtersFor } from '../../catalog/filters/index.ts';
import { defaultsOf } from '../../catalog/settings.ts';
import { refusedSettings, withoutSettings } from '../../catalog/withheld.ts';
import { outgoingFigures } from '../../media/outgoing.ts';
import type { Coding } from '../../media/profile.ts';
import { sameJson } from '../../media/sameJson.ts';
import type { MediaType, Stream } from '../../media/streams.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldForm } from '../../ui/form/FieldForm.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Stack } from '../../ui/layout.tsx';
import { CropField } from './CropField.tsx';
import type { CoderChange, CodingContext } from './coding.ts';
import { Refused } from './Refused.tsx';

interface FilterFieldsProps {
  type: MediaType;
  coding: Coding;
  stream: Stream;
  context: CodingContext;
  /** What the stream shows, drawn where it is cropped. */
  picture?: ReactNode;
  onChange: (change: CoderChange) => void;
}

/** What a person decides first; it stands open. */
const SIZE = 'scale';
const FIRST = [SIZE];
const CROP = 'crop';

const PROPOSED: Readonly<Record<string, typeof proposedSize>> = { [SIZE]: proposedSize, [CROP]: proposedCrop };

/** What is done to video or audio before it is encoded. What no form makes is shown as text, and kept. */
export function FilterFields({ type, coding, stream, context, picture, onChange }: FilterFieldsProps) {
  const { t } = useTranslation();
  const form = readFilters(type, coding);
  const inForce = ({ id, fields }: Filter) =>
    form.settings[id] !== undefined && !sameJson(form.settings[id], defaultsOf(fields));
  const offered = filtersFor(type, context.skills);
  // What is in force is shown, also where this core could not do it.
  const shown = filters[type].filter((one) => offered.includes(one) || (!one.ofEncoder && inForce(one)));
  const change = (id: string, chosen: Settings) => {
    const propose = PROPOSED[id];
    const settings = propose ? propose(form.settings[id] ?? {}, chosen, entering(id, coding, stream)) : chosen;
    onChange({ type, filters: { ...form, settings: { ...form.settings, [id]: settings } } });
  };
  const formOf = ({ id, fields, ffmpeg }: Filter) =>
    withoutSettings(
      id === SIZE ? sizeFields(fields, entering(id, coding, stream)) : fields,
      refusedSettings(context.skills, 'filter', ffmpeg),
    );
  const draw = (filter: Filter) => {
    const { id } = filter;
    return (
      <Fragment key={id}>
        <FieldForm fields={formOf(filter)} settings={form.settings[id] ?? {}} onChange={(next) => change(id, next)} />
        {id === CROP && form.settings[id]?.enabled === true && (
          <CropField
            settings={form.settings[id]}
            entering={entering(id, coding, stream)}
            sent={outgoingFigures(coding, { width: stream.width, height: stream.height, fps: 0 })}
            distorted={distorts(form.settings[SIZE] ?? {}, entering(SIZE, coding, stream))}
            picture={picture}
            onChange={(next) => change(id, next)}
          />
        )}
      </Fragment>
    );
  };
  const folded = shown.filter(({ id }) => !FIRST.includes(id));
  const active = folded.filter(inForce).length + (form.other === '' ? 0 : 1);
  return (
    <>
      {shown.filter(({ id }) => FIRST.includes(id)).map(draw)}
      {(folded.length > 0 || form.other !== '') && (
        <Disclosure summary={t('Filters')} note={active === 0 ? undefined : t('{{n}} on', { n: active })}>
          <Stack form>
            {folded.map(draw)}
            {form.other !== '' && (
              <TextField
                label={t('Other filters')}
                help={t('As ffmpeg reads them. They run as they stand here.')}
                mono
                value={form.other}
                onChange={(other) => onChange({ type, filters: { ...form, other } })}
              />
            )}
          </Stack>
        </Disclosure>
      )}
      <Refused
        kind="filter"
        known={filters[type].map(({ ffmpeg, name }) => ({ id: ffmpeg, name }))}
        skills={context.skills}
      />
    </>
  );
}
