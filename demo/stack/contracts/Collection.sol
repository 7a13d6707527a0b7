// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A plain ERC-721 whose pictures are on the chain: one token for each holder named at first, in their order.
contract Collection {
    string public name;
    string public symbol;

    mapping(uint256 id => address) public ownerOf;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 id => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotAllowed(address caller, uint256 id);
    error ReceiverMissing();

    constructor(string memory name_, string memory symbol_, address[] memory holders) {
        name = name_;
        symbol = symbol_;
        for (uint256 id = 1; id <= holders.length; id++) {
            address holder = holders[id - 1];
            ownerOf[id] = holder;
            balanceOf[holder]++;
            emit Transfer(address(0), holder, id);
        }
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function approve(address to, uint256 id) external {
        address owner = ownerOf[id];
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(msg.sender, id);
        getApproved[id] = to;
        emit Approval(owner, to, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) external {
        bool allowed = msg.sender == from || getApproved[id] == msg.sender || isApprovedForAll[from][msg.sender];
        if (ownerOf[id] != from || !allowed) revert NotAllowed(msg.sender, id);
        if (to == address(0)) revert ReceiverMissing();
        delete getApproved[id];
        ownerOf[id] = to;
        balanceOf[from]--;
        balanceOf[to]++;
        emit Transfer(from, to, id);
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        string memory number = text(id);
        string memory hue = text((id * 67 + bytes(name).length * 41) % 360);
        string memory image = string.concat(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' fill='hsl(",
            hue,
            ",55%,62%)'/><circle cx='32' cy='32' r='",
            text(10 + (id * 5) % 18),
            "' fill='none' stroke='white' stroke-width='3'/></svg>"
        );
        return string.concat(
            'data:application/json;utf8,{"name":"', name, " ", number, '","image":"data:image/svg+xml;utf8,', image, '"}'
        );
    }

    function text(uint256 number) private pure returns (string memory) {
        if (number < 10) return string(abi.encodePacked(bytes1(uint8(48 + number))));
        return string.concat(text(number / 10), text(number % 10));
    }
}
