// The forms and what looks into a stream share it: a file of its own would be fetched by both.
import '../../media/encoding/codecName.ts';
import { RouterProvider } from 'react-router-dom';
import { addAppStyles } from '../../ui/look/afterLoginStyles.ts';
import { router } from '../routes.tsx';

addAppStyles();

// All that the channel page is made of, in one file: what is fetched one after the other is waited for.
export { sessionFeatures } from '../../features/runtime/sessionFeatures.ts';
export { AboutDialog } from '../frame/AboutDialog.tsx';

/** Everything behind the gate. */
export const Application = () => <RouterProvider router={router} />;
