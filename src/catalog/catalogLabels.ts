import type { CatalogLabels } from '../media/revision/describeDifferences.ts';
import { encoderOf } from './coders/index.ts';
import { labelIn } from './form/defineCatalogEntry.ts';
import { serviceOf } from './services/index.ts';
import { sourceOf } from './sources/index.ts';

/** How the forms of the catalog name stored settings. */
export const catalogLabels: CatalogLabels = {
  serviceField: (service, key) => serviceOf(service)?.labelOf(key) ?? null,
  sourceField: (type, key) => sourceOf(type)?.labelOf(key) ?? null,
  encoderField: (type, encoder, key) => labelIn(encoderOf(type, encoder)?.fields ?? {}, key),
  secretsOf: (service, settings) => serviceOf(service)?.secrets(settings) ?? [],
};
