import { qrCode } from '../components/qr-code.js';

// The landing page of a share link: its code is drawn here, as none that came from elsewhere says where it leads.
const place = document.querySelector('.code');
const code = qrCode(location.origin + location.pathname);
const picture = place?.querySelector('svg');
if (code && picture && place instanceof HTMLElement) {
    picture.setAttribute('viewBox', `-4 -4 ${code.size + 8} ${code.size + 8}`);
    picture.querySelector('path')?.setAttribute('d', code.path);
    place.hidden = false;
}
