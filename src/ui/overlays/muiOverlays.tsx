import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import MuiMenu, { type MenuProps } from '@mui/material/Menu';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { radius } from '../look/palette.ts';

const main = (name: string, on = 'page') => ({
  main: `var(--${name})`,
  light: `var(--${name})`,
  dark: `var(--${name})`,
  contrastText: `var(--${on})`,
});

/** Uses the page's CSS variables, so a change of scheme needs no render. With nativeColor, the browser mixes colors. */
const muiTheme = createTheme({
  // Lowers the specificity of MUI's `color-scheme`, so that the page's wins.
  cssVariables: { nativeColor: true, rootSelector: ':where(:root)' },
  palette: {
    primary: main('accent', 'on-accent'),
    secondary: main('neutral'),
    success: main('accent', 'on-accent'),
    warning: main('warning'),
    error: main('error', 'on-error'),
    info: main('neutral'),
    background: { default: 'var(--page)', paper: 'var(--raised)' },
    text: { primary: 'var(--text)', secondary: 'var(--dim)', disabled: 'var(--dim)' },
    divider: 'var(--line)',
  },
  shape: { borderRadius: radius.control },
  typography: { fontFamily: 'inherit', fontSize: 15, button: { textTransform: 'none' } },
  transitions: {
    duration: { enteringScreen: 160, leavingScreen: 120, shortest: 120, shorter: 140, short: 160, standard: 180 },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none', boxShadow: 'none', border: '1px solid var(--line)' } },
    },
    // Inside the element that the login covers.
    MuiModal: { defaultProps: { container: () => document.querySelector('.application'), disableScrollLock: true } },
    MuiDialog: {
      styleOverrides: {
        paper: {
          margin: 16,
          width: 'calc(100% - 32px)',
          borderRadius: radius.card,
          background: 'var(--surface)',
          variants: [{ props: { fullScreen: true }, style: { margin: 0, width: '100%', border: 0, borderRadius: 0 } }],
        },
      },
    },
    MuiMenu: { defaultProps: { elevation: 0 }, styleOverrides: { paper: { minWidth: 220 } } },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          gap: 12,
          minHeight: 44,
          fontSize: '0.9375rem',
          '& > .icon': { color: 'var(--dim)' },
          '&[data-highlighted] > .icon:first-of-type': { color: 'var(--accent)' },
          '&.parted': { marginTop: 8, boxShadow: '0 -5px 0 -4px var(--line)' },
          '&.Mui-focusVisible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
        },
      },
    },
  },
});

// Only useLazyOverlays.ts may import this: MUI is loaded with the first menu or dialog.

export { default as MenuItem } from '@mui/material/MenuItem';

export const Dialog = (props: DialogProps) => (
  <ThemeProvider theme={muiTheme}>
    <MuiDialog {...props} />
  </ThemeProvider>
);

export const Menu = (props: MenuProps) => (
  <ThemeProvider theme={muiTheme}>
    <MuiMenu {...props} />
  </ThemeProvider>
);
