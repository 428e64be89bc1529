import { feature } from '../../wing.ts';
import { bundleImportSaga } from './saga.ts';
import { bundleImport } from './slice.ts';

export const bundleImportFeature = feature({ reducers: { bundleImport }, saga: bundleImportSaga });
