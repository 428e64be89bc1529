import { wing } from '../wing.ts';
import { bundleExportFeature } from './bundleExport/feature.ts';
import { bundleImportFeature } from './bundleImport/feature.ts';
import { declarationFeature } from './declaration/feature.ts';

/** The wing that moves settings from one core to another. It is loaded with its screen, after the setup wing. */
export const moving = wing(bundleExportFeature, bundleImportFeature, declarationFeature);
