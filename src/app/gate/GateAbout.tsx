import { ThemeProvider } from '@mui/material/styles';
import type { ComponentProps } from 'react';
import { AboutDialog } from '../AboutDialog.tsx';
import { theme } from '../theme.ts';

export default function GateAbout(props: ComponentProps<typeof AboutDialog>) {
  return (
    <ThemeProvider theme={theme}>
      <AboutDialog {...props} />
    </ThemeProvider>
  );
}
