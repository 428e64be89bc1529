// What one changes something with, in one file: seven would share forty pieces, and each would be fetched.
// The sagas of the forms are fetched on their own; named here, they share no more pieces with the gate than the forms do.
import '../features/editors.ts';
import '../ui/late.ts';

export { foundIn, register } from '../features/admission/register.ts';
export { AlarmDialog } from '../features/alarm/AlarmDialog.tsx';
export { AlarmTools } from '../features/alarm/AlarmTools.tsx';
export { pagesVersion } from '../features/pages/version.ts';
export { tenantLogin } from '../features/session/tenantLogin.ts';
export { pastOf as past, titleOf } from '../media/events/past.ts';
export { examined } from '../media/examine.ts';
export { excused, isForCore, learned, toldOfProcess } from '../media/reading.ts';
export { default as ChannelEditScreen } from '../screens/ChannelEditScreen.tsx';
export { default as ChannelEncodingScreen } from '../screens/ChannelEncodingScreen.tsx';
export { default as EncodersScreen } from '../screens/EncodersScreen.tsx';
export { default as MultiviewScreen } from '../screens/MultiviewScreen.tsx';
export { default as PlayerScreen } from '../screens/PlayerScreen.tsx';
export { default as PreflightScreen } from '../screens/PreflightScreen.tsx';
export { default as PublicationAddScreen } from '../screens/PublicationAddScreen.tsx';
export { default as PublicationScreen } from '../screens/PublicationScreen.tsx';
export { default as RenditionsScreen } from '../screens/RenditionsScreen.tsx';
export { default as SettingsScreen } from '../screens/SettingsScreen.tsx';
export { default as SourceScreen } from '../screens/SourceScreen.tsx';
export { default as WebsiteScreen } from '../screens/WebsiteScreen.tsx';
export { default as WizardScreen } from '../screens/WizardScreen.tsx';
export { filesBeside, pageFiles, pagesOf } from '../viewer/website/files.ts';
export { ConfirmCore } from './gate/ConfirmCore.tsx';
export { Incompatible } from './gate/Incompatible.tsx';
export { OtherLogin } from './gate/OtherLogin.tsx';
export { Registration } from './gate/Registration.tsx';
export { Review } from './gate/Review.tsx';
export { waitHidden } from './hiddenClock.ts';
export { identity } from './identity.ts';
export { opens } from './opens.ts';
export { ProblemDialog } from './ProblemDialog.tsx';
export { askReleases } from './releases.ts';
export { render } from './render.ts';
export { upload } from './upload.ts';
