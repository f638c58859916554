/** How far below the screen the end of the list may be when more rows are drawn. */
const ahead = '1500px';

/**
 * The contacts of a group whose rows are drawn. A short list keeps rows that the search hides, so that they come back at once.
 * @template Contact
 * @param {Contact[]} contacts
 * @param {Set<Contact>} found
 * @param {number} most
 */
export function drawnContacts(contacts, found, most) {
    if (contacts.length <= most) return { rows: contacts, hasMore: false };
    const wanted = contacts.filter((contact) => found.has(contact));
    return { rows: wanted.slice(0, most), hasMore: wanted.length > most };
}

/**
 * Draws more rows as soon as the end of the list comes near.
 * @param {Element} end
 * @param {() => void} draw
 */
export function drawAhead(end, draw) {
    const observer = new IntersectionObserver((seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        draw();
    }, { rootMargin: `0px 0px ${ahead}` });
    observer.observe(end);
}
