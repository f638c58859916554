// Requests the texts of the person's language while the page's scripts are still loading: index.html cannot know the language.
import { keptLanguage } from './app/kept-language.js';
import { pageFiles } from './page-files.js';
import { bestLanguage, wantedFor } from './texts/languages.js';

const { language } = bestLanguage(wantedFor(keptLanguage(), navigator.languages));
const link = document.createElement('link');
Object.assign(link, { rel: 'preload', as: 'fetch', type: 'application/json', crossOrigin: 'anonymous', href: pageFiles.texts[language] });
document.head.append(link);
document.documentElement.lang = language;
