import type { CatalogLabels } from '../media/revision/describeDifferences.ts';
import { parseEgressMetadata } from '../media/stored/metadata.ts';
import { encoderOf } from './coders/index.ts';
import { labelIn } from './form/defineCatalogEntry.ts';
import { unknownService } from './serviceFacts/unknownService.ts';
import { serviceOf } from './services/index.ts';
import { sourceOf } from './sources/index.ts';

/** How the forms of the catalog name stored settings. */
export const catalogLabels: CatalogLabels = {
  serviceField: (service, key) => serviceOf(service)?.labelOf(key) ?? null,
  sourceField: (type, key) => sourceOf(type)?.labelOf(key) ?? null,
  encoderField: (type, encoder, key) => labelIn(encoderOf(type, encoder)?.fields ?? {}, key),
  secretsOf: (id, settings) =>
    (serviceOf(id) ?? unknownService(id, parseEgressMetadata({ settings }), [])).secrets(settings),
};
