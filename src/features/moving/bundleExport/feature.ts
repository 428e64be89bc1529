import { feature } from '../../wing.ts';
import { bundleExportSaga } from './saga.ts';
import { bundleExport } from './slice.ts';

export const bundleExportFeature = feature({ reducers: { bundleExport }, saga: bundleExportSaga });
