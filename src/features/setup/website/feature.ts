import { feature } from '../../wing.ts';
import { websiteSaga } from './saga.ts';
import { website } from './slice.ts';
import { websitePreview } from './websitePreview/slice.ts';

export const websiteFeature = feature({ reducers: { website, websitePreview }, saga: websiteSaga });
