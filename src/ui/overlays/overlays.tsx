import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import MuiMenu, { type MenuProps } from '@mui/material/Menu';
import { ThemeProvider } from '@mui/material/styles';
import { theme } from '../look/theme.ts';

// Imported by useOverlays.ts alone: MUI comes with the first menu or dialog, the channel page does without it.

export { default as MenuItem } from '@mui/material/MenuItem';

export const Dialog = (props: DialogProps) => (
  <ThemeProvider theme={theme}>
    <MuiDialog {...props} />
  </ThemeProvider>
);

export const Menu = (props: MenuProps) => (
  <ThemeProvider theme={theme}>
    <MuiMenu {...props} />
  </ThemeProvider>
);
