import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { distortsPicture, proposeCrop, proposeSize, sizeFields } from '../../../catalog/coders/proposeSettings.ts';
import type { Filter } from '../../../catalog/filters/defineFilter.ts';
import { pictureBeforeFilter, readFilters } from '../../../catalog/filters/filterForm.ts';
import { filtersFor, knownFilters } from '../../../catalog/filters/index.ts';
import { fieldFaults } from '../../../catalog/form/evaluateFields.ts';
import type { Fields, Settings } from '../../../catalog/form/fields.ts';
import { defaultsOf } from '../../../catalog/form/fieldValues.ts';
import { settingsRefusedByFfmpeg, withoutSettings } from '../../../catalog/form/settingsRefusedByFfmpeg.ts';
import { outputFigures } from '../../../media/encoding/outputFigures.ts';
import type { StreamCoding } from '../../../media/encoding/profile.ts';
import type { MediaType, Stream } from '../../../media/encoding/streams.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { UnfoldingDisclosure } from '../../../ui/controls/UnfoldingDisclosure.tsx';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { translatedFaults } from './CoderChoice.tsx';
import { CropAreaField } from './CropAreaField.tsx';
import type { CoderChange, CodingContext } from './streamCoding.ts';
import { RefusedByFfmpegList } from './UnavailableList.tsx';

interface FilterFieldsProps {
  type: MediaType;
  coding: StreamCoding;
  stream: Stream;
  context: CodingContext;
  picture?: ReactNode;
  onChange: (change: CoderChange) => void;
}

/** Shown beside the bitrate instead of the other filters. */
const SIZE = 'scale';
const CROP = 'crop';
const CROPPED = 'enabled';

const PROPOSED: Readonly<Record<string, typeof proposeSize>> = { [SIZE]: proposeSize, [CROP]: proposeCrop };

function useFilters({ type, coding, stream, context, onChange }: Omit<FilterFieldsProps, 'picture'>) {
  const form = readFilters(type, coding);
  const isActive = ({ id, fields }: Filter) =>
    form.settings[id] !== undefined && !sameJson(form.settings[id], defaultsOf(fields));
  const offered = filtersFor(type, context.skills);
  // A filter in use stays visible even if this core does not support it.
  const shown = knownFilters[type].filter(
    (filter) => offered.includes(filter) || (!filter.ofEncoder && isActive(filter)),
  );
  const change = (id: string, chosen: Settings) => {
    const propose = PROPOSED[id];
    const settings = propose
      ? propose(form.settings[id] ?? {}, chosen, pictureBeforeFilter(id, coding, stream))
      : chosen;
    onChange({ type, filters: { ...form, settings: { ...form.settings, [id]: settings } } });
  };
  const formOf = ({ id, fields, ffmpeg }: Filter) =>
    withoutSettings(
      id === SIZE ? sizeFields(fields, pictureBeforeFilter(id, coding, stream), context.limits) : fields,
      settingsRefusedByFfmpeg(context.skills, 'filter', ffmpeg),
    );
  return { form, isActive, shown, change, formOf };
}

export function SizeFields(props: Omit<FilterFieldsProps, 'type' | 'picture'>) {
  const { t } = useTranslation();
  const { form, shown, change, formOf } = useFilters({ ...props, type: 'video' });
  return shown
    .filter(({ id }) => id === SIZE)
    .map((filter) => (
      <FieldForm
        key={filter.id}
        name={`video ${filter.id}`}
        fields={formOf(filter)}
        settings={form.settings[SIZE] ?? {}}
        errors={translatedFaults(t, formOf(filter), form.settings[SIZE] ?? {})}
        onChange={(next) => change(SIZE, next)}
      />
    ));
}

/** Filters of a stream. A graph that no form could have made is shown as text and kept. */
export function FilterFields(props: FilterFieldsProps) {
  const { t } = useTranslation();
  const { type, context, onChange } = props;
  const { form, isActive, shown, change, formOf } = useFilters(props);
  const folded = shown.filter(({ id }) => id !== SIZE);
  const wrong = folded.some(({ id, fields }) => Object.keys(fieldFaults(fields, form.settings[id] ?? {})).length > 0);
  const active = [
    ...folded.filter(isActive).map(({ name }) => t(name)),
    ...(form.other === '' ? [] : [t('Other filters')]),
  ];
  return (
    <>
      {(folded.length > 0 || form.other !== '') && (
        <UnfoldingDisclosure
          summary={t('Filters')}
          note={active.length === 0 ? undefined : active.join(', ')}
          open={wrong}
        >
          <Stack form>
            {folded.map((filter) =>
              filter.id === CROP ? (
                <CropFields
                  key={filter.id}
                  {...props}
                  fields={formOf(filter)}
                  settings={form.settings[CROP] ?? {}}
                  size={form.settings[SIZE] ?? {}}
                  onCrop={(next) => change(CROP, next)}
                />
              ) : (
                <FieldForm
                  key={filter.id}
                  name={`${type} ${filter.id}`}
                  fields={formOf(filter)}
                  settings={form.settings[filter.id] ?? {}}
                  errors={translatedFaults(t, formOf(filter), form.settings[filter.id] ?? {})}
                  onChange={(next) => change(filter.id, next)}
                />
              ),
            )}
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
        </UnfoldingDisclosure>
      )}
      <RefusedByFfmpegList
        kind="filter"
        known={knownFilters[type].map(({ ffmpeg, name }) => ({ id: ffmpeg, name }))}
        skills={context.skills}
      />
    </>
  );
}

interface CropFieldsProps extends FilterFieldsProps {
  fields: Fields;
  settings: Settings;
  size: Settings;
  onCrop: (settings: Settings) => void;
}

function CropFields({ coding, stream, picture, fields, settings, size, onCrop }: CropFieldsProps) {
  const { t } = useTranslation();
  const source = pictureBeforeFilter(CROP, coding, stream);
  const isCropped = settings[CROPPED] === true;
  const faults = translatedFaults(t, fields, settings);
  const numbers = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== CROPPED));
  // Both forms show only some of the fields, but write all of them.
  const form = (name: string, fields: Fields) => (
    <FieldForm
      name={name}
      fields={fields}
      settings={settings}
      errors={faults}
      onChange={(next) => onCrop({ ...settings, ...next })}
    />
  );
  return (
    <>
      {form('crop', Object.fromEntries(Object.entries(fields).filter(([key]) => key === CROPPED)))}
      {isCropped && (
        <CropAreaField
          settings={settings}
          entering={source}
          sent={outputFigures(coding, { width: stream.width, height: stream.height, fps: 0 })}
          distorted={distortsPicture(size, pictureBeforeFilter(SIZE, coding, stream))}
          picture={picture}
          onChange={onCrop}
        />
      )}
      {isCropped && (
        <UnfoldingDisclosure
          summary={t('Numbers')}
          note={numbersOf(settings)}
          open={source.width <= 0 || Object.keys(faults).length > 0}
        >
          {form('crop numbers', numbers)}
        </UnfoldingDisclosure>
      )}
    </>
  );
}

const numbersOf = ({ width, height, x, y }: Settings): string => `${width}×${height}, ${x}, ${y}`;
