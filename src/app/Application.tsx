import { ThemeProvider } from '@mui/material/styles';
import { RouterProvider } from 'react-router-dom';
import { router } from './routes.tsx';
import { theme } from './theme.ts';

/** Everything behind the gate; a chunk of its own. */
export default function Application() {
  return (
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
}
