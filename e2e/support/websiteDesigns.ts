/** The designs of three operators in docs/website.md, by field label. */
export interface SiteDesign {
  name: string;
  channels: readonly string[];
  preset: 'Light' | 'Dark';
  colors: Readonly<Record<string, string>>;
  background?: string;
}

export const websiteDesigns: Readonly<Record<string, SiteDesign>> = {
  church: {
    name: 'St. Anna',
    channels: ['Sunday service', 'Organ concert', 'Youth group'],
    preset: 'Light',
    colors: {
      ...{ Title: '#3b1d2a', Text: '#2f2a2b', Links: '#7a1f3d', 'Links under the pointer': '#3b1d2a' },
      ...{ 'Page background': '#fbf7f0', 'Header background': '#f3e9db', 'Selected channel': '#ead9c2' },
      ...{ 'Other channels': '#ffffff', Lines: '#dccbb4' },
    },
  },
  radio: {
    name: 'Radio Nightline 98.4',
    channels: ['Studio cam', 'Live lounge'],
    preset: 'Dark',
    colors: {
      ...{ Title: '#ffffff', Text: '#e8e6f5', Links: '#ffb000', 'Links under the pointer': '#ffffff' },
      ...{ 'Page background': '#120e1f', 'Header background': '#1d1633', 'Selected channel': '#3a2a66' },
      ...{ 'Other channels': '#1a1430', Lines: '#3a3159' },
    },
    background: `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#120e1f"/><stop offset="1" stop-color="#2b1a55"/></linearGradient></defs><rect width="1600" height="1000" fill="url(#g)"/><circle cx="1350" cy="820" r="380" fill="none" stroke="#3a2a66" stroke-width="40"/><circle cx="1350" cy="820" r="250" fill="none" stroke="#3a2a66" stroke-width="30"/></svg>`,
  },
  council: {
    name: 'Town council of Millbrook',
    channels: ['Council chamber', 'Planning committee'],
    preset: 'Light',
    colors: {
      ...{ Title: '#0b2545', Text: '#1f2a37', Links: '#0b5cad', 'Links under the pointer': '#0b2545' },
      ...{ 'Page background': '#f4f6f9', 'Header background': '#ffffff', 'Selected channel': '#dbe7f5' },
      ...{ 'Other channels': '#ffffff', Lines: '#c9d3df' },
    },
  },
};
